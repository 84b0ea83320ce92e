package dev.edgewise.server.commit.view;

import dev.edgewise.core.decision.Command;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Transactions;
import dev.edgewise.server.store.graph.BatchLocks;
import dev.edgewise.server.store.graph.StandingRow;
import dev.edgewise.server.store.graph.TaskBrief;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Loads the view that a transaction decides from.
 *
 * @param awaited whether a worker waits for tasks of a lane
 * @param skew added to the database's clock
 */
public record Views(Handle handle, Caches caches, Predicate<String> awaited, Duration skew) {
  /** With no more tasks than this, their briefs are read before it is known which become ready. */
  private static final int FEW = 8;

  /** The view from memory if the cache has all that the commands need, else read under locks. */
  public LoadedView load(List<Command> commands) {
    Reach reach = reach(commands);
    Set<TaskKey> near = reach.near(handle, caches.definitions());
    Instant now = Database.era(handle).clock().now();
    CachedView cached =
        near == null || now == null ? null : CachedView.of(caches, commands, near, now.plus(skew));
    return cached == null ? locked(commands, reach, near) : cached;
  }

  /** The view of these commands, read under the locks of their batches. */
  public LoadedView loadLocked(List<Command> commands) {
    Reach reach = reach(commands);
    return locked(commands, reach, reach.near(handle, caches.definitions()));
  }

  private static Reach reach(List<Command> commands) {
    Reach reach = new Reach();
    for (Command command : commands) {
      reach.add(command.task(), command.expectedEnd());
    }
    return reach;
  }

  private LockedView locked(List<Command> commands, Reach reach, @Nullable Set<TaskKey> near) {
    Transactions.begin(handle);
    Set<UUID> batches = new LinkedHashSet<>();
    commands.forEach(command -> batches.add(command.task().batchId()));
    if (near == null) {
      BatchLocks locks = BatchLocks.take(handle, batches);
      LockedView view = new LockedView(handle, caches, locks, commands, Map.of(), skew);
      view.require(reach.ask(handle));
      return view;
    }
    Set<TaskKey> wanted = new LinkedHashSet<>();
    if (near.size() <= FEW) {
      wanted.addAll(caches.definitions().queuing(near, awaited));
      commands.forEach(command -> wanted.remove(command.task()));
    }
    List<StandingRow> rows = new ArrayList<>();
    Map<TaskKey, TaskBrief> briefs = new HashMap<>();
    BatchLocks locks =
        BatchLocks.take(
            handle, batches, near, wanted, rows::add, brief -> briefs.put(brief.task(), brief));
    LockedView view = new LockedView(handle, caches, locks, commands, briefs, skew);
    view.add(near, rows);
    return view;
  }
}
