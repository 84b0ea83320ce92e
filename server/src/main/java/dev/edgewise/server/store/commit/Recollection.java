package dev.edgewise.server.store.commit;

import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.readiness.Shape;
import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.state.TaskKey;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * All that successes of some tasks need, from memory.
 *
 * @param versions of the batches that it is about
 * @param briefs what executors have to know, as far as that is remembered
 * @param now the database's time
 */
record Recollection(
    Map<UUID, Long> versions, Map<TaskKey, Node> nodes, Map<TaskKey, Brief> briefs, Instant now) {

  /**
   * Recalls it; null unless all of it is remembered and nothing is unusual.
   *
   * @param near the tasks that the commands concern
   */
  static @Nullable Recollection of(
      Memory memory, Collection<? extends Command> commands, Set<TaskKey> near) {
    Instant now = memory.clock().now();
    Map<TaskKey, Shape> shapes = memory.definitions().known(near);
    if (now == null
        || memory.parked()
        || shapes == null
        || shapes.values().stream().anyMatch(Recollection::unusual)) {
      return null;
    }
    Map<TaskKey, Token> tokens = new HashMap<>();
    for (Command command : commands) {
      if (!(command instanceof Command.Succeed(var task, var token, _, _))) {
        return null;
      }
      if (token != null) {
        tokens.put(task, token);
      }
    }
    Standings.Recalled recalled = memory.standings().recall(shapes, tokens);
    if (recalled == null) {
      return null;
    }
    Map<TaskKey, Node> nodes = LinkedHashMap.newLinkedHashMap(near.size());
    recalled
        .standings()
        .forEach((task, standing) ->
            nodes.put(task, new Node(task, Objects.requireNonNull(shapes.get(task)), standing)));
    return new Recollection(recalled.versions(), nodes, recalled.briefs(), now);
  }

  /** Whether more than a place in the queue may follow when such a task becomes ready. */
  private static boolean unusual(Shape shape) {
    return shape.decidedInline() || shape.startAfter() != null || shape.spreadOf() > 0;
  }
}
