package dev.edgewise.server.store.commit;

import dev.edgewise.core.readiness.Answer;
import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.Sql;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The outside events that the ledgers of some batches have, as far as somebody asks for them. */
final class SeenEvents {
  private final Set<Seen> all;

  private record Seen(UUID batchId, String id) {}

  private SeenEvents(Set<Seen> all) {
    this.all = all;
  }

  /** Looks for the events that these commands stand for, if any of them does for one. */
  static SeenEvents of(Handle handle, List<Command> commands) {
    var columns = new Columns();
    var batches = columns.uuids("batches");
    var ids = columns.texts("ids");
    for (Command command : commands) {
      if (command instanceof Command.Reported(var id, var reported)) {
        batches.add(reported.task().batchId());
        ids.add(id);
      }
    }
    Set<Seen> seen = new HashSet<>();
    if (ids.size() > 0) {
      columns
          .bindTo(handle.createQuery(Sql.named("event/seen")))
          .map((row, _) ->
              row.getBoolean(3) ? new Seen(row.getObject(1, UUID.class), row.getString(2)) : null)
          .filter(Objects::nonNull)
          .forEach(seen::add);
    }
    return new SeenEvents(seen);
  }

  /** Decides about an event unless it has been applied; only one that is applied now has been. */
  Answer once(String id, @Nullable Node node, Function<Node, Answer> decision) {
    if (node == null) {
      return new Answer.Unknown();
    }
    TaskKey task = node.key();
    Seen event = new Seen(task.batchId(), id);
    if (all.contains(event)) {
      return new Answer.Repeated(node.state(), node.standing().attempt());
    }
    Answer answer = decision.apply(node);
    if (answer instanceof Answer.Applied) {
      all.add(event);
    }
    return answer;
  }
}
