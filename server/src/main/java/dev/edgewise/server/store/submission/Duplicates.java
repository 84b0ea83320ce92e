package dev.edgewise.server.store.submission;

import dev.edgewise.core.graph.DedupeMatcher;
import dev.edgewise.core.graph.Dependency;
import dev.edgewise.core.graph.TaskSpec;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.Columns.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The tasks of a submission that exist already, in the database or earlier in the request. */
public final class Duplicates {
  /** Reads numbers to their last digit, as the database does. */
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  static final Duplicates NONE = new Duplicates();

  private final Map<Integer, TaskKey> stored = new HashMap<>();
  private final Map<Integer, Integer> earlier = new HashMap<>();

  private Duplicates() {}

  /** One matcher of the task at a position of the request. */
  private record Wish(int index, DedupeMatcher matcher) {}

  /** The values of the fields that a matcher names, by which tasks of a request are compared. */
  private record Values(DedupeMatcher matcher, List<@Nullable Object> values) {}

  /**
   * Finds them in the workspace. A lock for each kind, held until the transaction ends, keeps other
   * submissions from creating the same task meanwhile.
   */
  public static Duplicates find(Handle handle, Workspace workspace, List<TaskSpec> tasks) {
    Duplicates duplicates = new Duplicates();
    List<Wish> wishes = new ArrayList<>();
    for (int i = 0; i < tasks.size(); i++) {
      for (DedupeMatcher matcher : tasks.get(i).dedupe()) {
        wishes.add(new Wish(i, matcher));
      }
    }
    if (!wishes.isEmpty()) {
      lock(handle, workspace, wishes);
      duplicates.match(tasks, wishes, existing(handle, workspace, tasks, wishes));
    }
    return duplicates;
  }

  private static void lock(Handle handle, Workspace workspace, List<Wish> wishes) {
    wishes.stream()
        .map(wish -> wish.matcher().kind())
        .distinct()
        .sorted()
        .forEach(kind ->
            handle
                .createQuery(Sql.named("submission/lock_kind"))
                .bind("workspace", workspace.number())
                .bind("kind", kind)
                .mapTo(String.class)
                .one());
  }

  /** The tasks in the database that are wished for, by the position of the wish. */
  private static Map<Integer, TaskKey> existing(
      Handle handle, Workspace workspace, List<TaskSpec> tasks, List<Wish> wishes) {
    Columns columns = new Columns();
    Column kinds = columns.texts("kinds");
    Column statuses = columns.texts("statuses");
    Column fields = columns.texts("fields");
    Column metadata = columns.texts("metadata");
    for (Wish wish : wishes) {
      DedupeMatcher matcher = wish.matcher();
      kinds.add(matcher.kind());
      statuses.add(matcher.state().columnName());
      fields.add(JSON.writeValueAsString(matcher.fields()));
      metadata.add(tasks.get(wish.index()).metadata());
    }
    Map<Integer, TaskKey> existing = new HashMap<>();
    columns
        .bindTo(handle.createQuery(Sql.named("submission/duplicates")))
        .bind("workspace", workspace.number())
        .map((row, _) ->
            Map.entry(
                row.getInt("ordinal") - 1,
                new TaskKey(row.getObject("batch_id", UUID.class), row.getInt("no"))))
        .forEach(found -> existing.put(found.getKey(), found.getValue()));
    return existing;
  }

  private void match(List<TaskSpec> tasks, List<Wish> wishes, Map<Integer, TaskKey> existing) {
    Set<DedupeMatcher> matchers = new LinkedHashSet<>();
    wishes.forEach(wish -> matchers.add(wish.matcher()));
    Map<Values, Integer> seen = new HashMap<>();
    int next = 0;
    for (int i = 0; i < tasks.size(); i++) {
      TaskSpec task = tasks.get(i);
      for (; next < wishes.size() && wishes.get(next).index() == i; next++) {
        if (contains(i)) {
          continue;
        }
        Integer first = seen.get(values(task, wishes.get(next).matcher()));
        if (existing.containsKey(next)) {
          stored.put(i, existing.get(next));
        } else if (first != null) {
          earlier.put(i, first);
        }
      }
      if (!contains(i)) {
        int index = i;
        TaskState initial = task.dependencies().isEmpty() ? TaskState.PENDING : TaskState.WAITING;
        matchers.stream()
            .filter(matcher -> matcher.kind().equals(task.kind()) && matcher.state() == initial)
            .forEach(matcher -> seen.putIfAbsent(values(task, matcher), index));
      }
    }
  }

  private static Values values(TaskSpec task, DedupeMatcher matcher) {
    JsonNode all =
        task.metadata() == null || matcher.fields().isEmpty()
            ? null
            : JSON.readTree(task.metadata());
    List<@Nullable Object> values = new ArrayList<>();
    for (String field : matcher.fields()) {
      JsonNode value = all == null ? null : all.get(field);
      values.add(value == null ? null : comparable(value));
    }
    return new Values(matcher, values);
  }

  /** A value that equals another one when the database takes their JSON for equal. */
  private static Object comparable(JsonNode value) {
    if (value.isNumber()) {
      return value.decimalValue().stripTrailingZeros();
    }
    if (value.isArray()) {
      return value.valueStream().map(Duplicates::comparable).toList();
    }
    if (value.isObject()) {
      Map<String, Object> members = new HashMap<>();
      value.forEachEntry((name, member) -> members.put(name, comparable(member)));
      return members;
    }
    return value;
  }

  /** Whether the task at this position of the request is not to be created. */
  boolean contains(int index) {
    return stored.containsKey(index) || earlier.containsKey(index);
  }

  /**
   * The tasks that exist already, by the local ids of those that are not created.
   *
   * @param batchId the batch of those that are
   * @param lastOlder the highest number that a task of the batch had before
   */
  public Map<String, UUID> existing(List<TaskSpec> tasks, UUID batchId, int lastOlder) {
    if (stored.isEmpty() && earlier.isEmpty()) {
      return Map.of();
    }
    Map<String, UUID> existing = new LinkedHashMap<>();
    int[] numbers = new int[tasks.size()];
    int no = lastOlder;
    for (int i = 0; i < tasks.size(); i++) {
      TaskKey found = stored.get(i);
      Integer first = earlier.get(i);
      if (found != null) {
        existing.put(tasks.get(i).localId(), found.publicId());
      } else if (first != null) {
        existing.put(tasks.get(i).localId(), new TaskKey(batchId, numbers[first]).publicId());
      } else {
        numbers[i] = ++no;
      }
    }
    return existing;
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
