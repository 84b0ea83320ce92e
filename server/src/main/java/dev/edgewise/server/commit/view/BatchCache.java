package dev.edgewise.server.commit.view;

import dev.edgewise.core.readiness.Shape;
import dev.edgewise.core.readiness.Standing;
import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.store.graph.TaskBrief;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where tasks stand, as this server left them, so that most completions need not read anything
 * before they are decided. It may have become wrong at any time; so whoever decides by it names the
 * version of the batch that it is about, and what was decided is written only if the batch still
 * has that version.
 *
 * <p>The version does not move when tasks are claimed or their calls answered. A task that was
 * ready is therefore recalled only for the one who names the next claim of it, which proves that it
 * was claimed; what is written expects just that.
 */
public final class BatchCache {
  /** What all that is remembered may take together, counted in tasks. */
  private static final int MAX_COST = 65_536;

  private static final int BATCH_COST = 16;
  private static final int BITS_OF_A_TASK = 1_024;

  /** No batch has this version. */
  private static final long NEVER = -1;

  private final Map<UUID, Known> batches = new LinkedHashMap<>(64, 0.75f, true);
  private int cost;

  /** What is known of a batch. */
  private static final class Known {
    final Map<Integer, Standing> standings = new HashMap<>();

    /** Tasks that do not stand as they were submitted, or may not. */
    final BitSet moved = new BitSet();

    final Map<Integer, TaskBrief> briefs = new HashMap<>();
    final boolean fromItsBeginning;
    long version;

    /** Whether nobody else has changed the batch since this server last did. */
    boolean alone = true;

    Known(long version, boolean fromItsBeginning) {
      this.version = version;
      this.fromItsBeginning = fromItsBeginning;
    }

    void put(int no, Standing standing) {
      moved.set(no);
      // A claim that is answered runs, and that moves no version.
      if (standing.state().terminal() || standing.state() == TaskState.CLAIMED) {
        standings.remove(no);
      } else {
        standings.put(no, standing);
      }
      if (standing.state() != TaskState.WAITING) {
        briefs.remove(no);
      }
    }

    int cost() {
      return BATCH_COST + standings.size() + briefs.size() + moved.size() / BITS_OF_A_TASK;
    }
  }

  /**
   * What is recalled.
   *
   * @param versions of the batches that it is about
   * @param briefs what executors have to know, as far as that is remembered
   */
  record Recalled(
      Map<UUID, Long> versions, Map<TaskKey, Standing> standings, Map<TaskKey, TaskBrief> briefs) {}

  /** How a committed transaction left the tasks of a batch that it looked at. */
  public record Left(UUID batchId, long version, Map<Integer, Standing> standings) {}

  /** Takes note of a batch that was just submitted, with what executors of its tasks must know. */
  public synchronized void begin(UUID batchId, Collection<TaskBrief> briefs) {
    if (!batches.containsKey(batchId)) {
      Known known = new Known(0, true);
      briefs.forEach(brief -> known.briefs.put(brief.task().no(), brief));
      batches.put(batchId, known);
      cost += known.cost();
      shrink();
    }
  }

  /**
   * Where tasks stand; null unless that is remembered of all of them.
   *
   * @param shapes what they are
   * @param tokens those by which some of them are reported
   */
  synchronized @Nullable Recalled recall(Map<TaskKey, Shape> shapes, Map<TaskKey, Token> tokens) {
    Map<UUID, Long> versions = new HashMap<>();
    Map<TaskKey, Standing> standings = LinkedHashMap.newLinkedHashMap(shapes.size());
    Map<TaskKey, TaskBrief> briefs = new HashMap<>();
    for (Map.Entry<TaskKey, Shape> each : shapes.entrySet()) {
      TaskKey task = each.getKey();
      Known known = batches.get(task.batchId());
      if (known == null || !known.alone) {
        return null;
      }
      Standing standing =
          certain(standing(known, task, each.getValue()), each.getValue(), tokens.get(task));
      if (standing == null) {
        return null;
      }
      versions.put(task.batchId(), known.version);
      standings.put(task, standing);
      TaskBrief brief = known.briefs.get(task.no());
      if (brief != null) {
        briefs.put(task, brief);
      }
    }
    return new Recalled(versions, standings, briefs);
  }

  private static @Nullable Standing standing(Known known, TaskKey task, Shape shape) {
    Standing standing = known.standings.get(task.no());
    if (standing == null && known.fromItsBeginning && !known.moved.get(task.no())) {
      int required = shape.parents().length;
      return Standing.untouched(required == 0 ? TaskState.PENDING : TaskState.WAITING, required);
    }
    return standing;
  }

  /** The same, unless a claim may have changed it unseen. */
  private static @Nullable Standing certain(
      @Nullable Standing standing, Shape shape, @Nullable Token token) {
    if (standing == null || standing.state() != TaskState.PENDING) {
      return standing;
    }
    return new Token(standing.attempt(), standing.claims() + 1).equals(token)
        ? standing.claimed(shape.hooks().start() ? TaskState.CLAIMED : TaskState.RUNNING)
        : null;
  }

  /** Takes note of the version that a locked batch was found to have. */
  synchronized void found(UUID batchId, long version) {
    Known known = batches.get(batchId);
    if (known != null && known.version == version) {
      known.alone = true;
    } else if (known != null) {
      doubt(batchId, version);
    }
  }

  /** Takes note of how a committed transaction left a batch. */
  public synchronized void left(Left left) {
    Known known = batches.get(left.batchId());
    if (known == null) {
      known = new Known(left.version(), false);
      batches.put(left.batchId(), known);
    } else {
      cost -= known.cost();
    }
    known.version = left.version();
    left.standings().forEach(known::put);
    cost += known.cost();
    shrink();
  }

  /** Takes note that it is not known how batches were left. */
  public synchronized void doubt(Collection<UUID> batchIds) {
    batchIds.forEach(batchId -> doubt(batchId, NEVER));
  }

  /** Somebody else may be at work on a batch: one more look has to show that they have stopped. */
  private void doubt(UUID batchId, long version) {
    Known anew = new Known(version, false);
    anew.alone = false;
    Known before = batches.put(batchId, anew);
    cost += anew.cost() - (before == null ? 0 : before.cost());
    shrink();
  }

  private void shrink() {
    var oldest = batches.values().iterator();
    while (cost > MAX_COST && oldest.hasNext()) {
      cost -= oldest.next().cost();
      oldest.remove();
    }
  }
}
