package dev.edgewise.server.store.submission;

import dev.edgewise.core.graph.DedupeMatcher;
import dev.edgewise.core.graph.Dependency;
import dev.edgewise.core.graph.TaskSpec;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.Sql;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The tasks of a submission that exist already, in the database or earlier in the request. */
final class Duplicates {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<TaskSpec> tasks;
  private final Map<Integer, TaskKey> stored = new HashMap<>();
  private final Map<Integer, Integer> earlier = new HashMap<>();

  private Duplicates(List<TaskSpec> tasks) {
    this.tasks = tasks;
  }

  /**
   * Finds them, holding a lock per kind until the transaction ends so that nobody creates the same
   * task meanwhile.
   */
  static Duplicates find(Handle handle, List<TaskSpec> tasks) {
    Duplicates duplicates = new Duplicates(tasks);
    tasks.stream()
        .filter(task -> !task.dedupe().isEmpty())
        .flatMap(task -> task.dedupe().stream().map(DedupeMatcher::kind))
        .distinct()
        .sorted()
        .forEach(kind ->
            handle
                .createQuery(
                    "select pg_advisory_xact_lock(hashtextextended('dedupe:' || :kind, 0))")
                .bind("kind", kind)
                .mapTo(String.class)
                .one());
    for (int i = 0; i < tasks.size(); i++) {
      for (DedupeMatcher matcher : tasks.get(i).dedupe()) {
        if (duplicates.match(handle, i, matcher)) {
          break;
        }
      }
    }
    return duplicates;
  }

  private boolean match(Handle handle, int index, DedupeMatcher matcher) {
    TaskSpec task = tasks.get(index);
    Optional<TaskKey> existing =
        handle
            .createQuery(Sql.named("submission/duplicate"))
            .bind("kind", matcher.kind())
            .bind("status", matcher.state().columnName())
            .bind("fields", Columns.texts(matcher.fields()))
            .bind("metadata", task.metadata())
            .map((row, _) -> new TaskKey(row.getObject(1, UUID.class), row.getInt(2)))
            .findOne();
    if (existing.isPresent()) {
      stored.put(index, existing.get());
      return true;
    }
    for (int i = 0; i < index; i++) {
      if (!contains(i) && sameTask(tasks.get(i), task, matcher)) {
        earlier.put(index, i);
        return true;
      }
    }
    return false;
  }

  private static boolean sameTask(TaskSpec other, TaskSpec task, DedupeMatcher matcher) {
    TaskState initial = other.dependencies().isEmpty() ? TaskState.PENDING : TaskState.WAITING;
    return other.kind().equals(matcher.kind())
        && initial == matcher.state()
        && matcher.fields().stream()
            .allMatch(field -> Objects.equals(field(other, field), field(task, field)));
  }

  private static @Nullable JsonNode field(TaskSpec task, String name) {
    return task.metadata() == null ? null : JSON.readTree(task.metadata()).get(name);
  }

  /** Whether the task at this position of the request is not to be created. */
  boolean contains(int index) {
    return stored.containsKey(index) || earlier.containsKey(index);
  }

  /** The edge that takes the place of one from a task that is not created. */
  Dependency resolve(Dependency dependency) {
    if (dependency instanceof Dependency.Local(int index, var condition)) {
      TaskKey existing = stored.get(index);
      if (existing != null) {
        return new Dependency.Foreign(existing.publicId(), condition);
      }
      Integer first = earlier.get(index);
      if (first != null) {
        return new Dependency.Local(first, condition);
      }
    }
    return dependency;
  }
}
