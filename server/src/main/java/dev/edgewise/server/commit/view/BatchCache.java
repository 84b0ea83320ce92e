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
 * Where the tasks of batches stand, as this server left them, so that most completions are decided
 * without a read. Another server may change a batch at any time. A decision from the cache
 * therefore names the version of the batch, and is written only if the batch still has it (I28).
 *
 * <p>The version does not move when a task is claimed or its call is answered. A task that was left
 * ready is therefore recalled only for a report with the token of its next claim: that token proves
 * the claim, and the statement that writes the decision expects exactly this claim.
 */
public final class BatchCache {
  /** The bound of the whole cache, counted in tasks. */
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

    /** The tasks that may no longer stand as they were submitted. */
    final BitSet moved = new BitSet();

    final Map<Integer, TaskBrief> briefs = new HashMap<>();
    final boolean fromItsBeginning;
    long version;

    /** Whether no other server is known to have changed the batch since this one did. */
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
   * What the cache has of some tasks.
   *
   * @param versions of their batches
   * @param briefs what executors have to know, as far as that is remembered
   */
  record Recalled(
      Map<UUID, Long> versions, Map<TaskKey, Standing> standings, Map<TaskKey, TaskBrief> briefs) {}

  /** How a committed transaction left the tasks of a batch that it looked at. */
  public record Left(UUID batchId, long version, Map<Integer, Standing> standings) {}

  /** Remembers a batch that was just submitted, with what executors of its tasks have to know. */
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
      int required = shape.join().needed(shape.parents().length);
      return Standing.untouched(required == 0 ? TaskState.PENDING : TaskState.WAITING, required);
    }
    return standing;
  }

  /** The standing of a task; null when a claim that moved no version may have changed it. */
  private static @Nullable Standing certain(
      @Nullable Standing standing, Shape shape, @Nullable Token token) {
    if (standing == null || standing.state() != TaskState.PENDING) {
      return standing;
    }
    return new Token(standing.attempt(), standing.claims() + 1).equals(token)
        ? standing.claimed(shape.hooks().start() ? TaskState.CLAIMED : TaskState.RUNNING)
        : null;
  }

  /** Compares the version of a batch that was just locked. */
  synchronized void found(UUID batchId, long version) {
    Known known = batches.get(batchId);
    if (known != null && known.version == version) {
      known.alone = true;
    } else if (known != null) {
      doubt(batchId, version);
    }
  }

  /** Remembers how a committed transaction left a batch. */
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

  /** Forgets batches of which it is not known how a transaction left them. */
  public synchronized void doubt(Collection<UUID> batchIds) {
    batchIds.forEach(batchId -> doubt(batchId, NEVER));
  }

  /**
   * Another server may be changing the batch: it is not recalled until its version was read twice.
   */
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
