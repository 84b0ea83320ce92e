package dev.edgewise.server.store.submission;

import dev.edgewise.core.decision.Command;
import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.core.graph.Dependency;
import dev.edgewise.core.graph.Growth;
import dev.edgewise.core.graph.TaskSpec;
import dev.edgewise.core.readiness.Shape;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.store.graph.TaskBrief;
import dev.edgewise.server.store.read.TaskDetail;
import java.time.Instant;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The graph of a submission with numbers instead of positions: what is inserted for each task. */
public final class Rows {
  private final List<Row> rows = new ArrayList<>();
  private final Map<Integer, Edges> olderParents = new TreeMap<>();
  private final @Nullable Host host;

  private Rows(@Nullable Host host) {
    this.host = host;
  }

  /** Numbers the tasks of a new batch that are to be created and ties their edges. */
  public static Rows of(Workspace workspace, BatchSpec batch, Duplicates duplicates) {
    Rows result = new Rows(null);
    result.add(workspace, batch, duplicates, List.of());
    return result;
  }

  /** Numbers the tasks that are to be added to a batch and ties their edges. */
  public static Rows added(Workspace workspace, Host host, Growth growth, Duplicates duplicates) {
    Rows result = new Rows(host);
    result.add(workspace, host.batch(growth.tasks()), duplicates, growth.read());
    return result;
  }

  private void add(
      Workspace workspace, BatchSpec batch, Duplicates duplicates, List<Growth.Older> older) {
    List<TaskSpec> tasks = batch.tasks();
    int[] numbers = new int[tasks.size()];
    Set<String> kinds = new HashSet<>(host == null ? Set.of() : host.kinds());
    for (int i = 0; i < tasks.size(); i++) {
      if (!duplicates.contains(i)) {
        int position = rows.size() + 1;
        numbers[i] = lastOlder() + position;
        TaskSpec task = tasks.get(i);
        boolean first = kinds.add(task.kind());
        rows.add(new Row(workspace, batch, task, numbers[i], position, first));
      }
    }
    for (Row row : rows) {
      for (Dependency dependency : row.spec.dependencies()) {
        switch (duplicates.resolve(dependency)) {
          case Dependency.Local(int index, Condition condition) ->
              tie(numbers[index], row, condition);
          case Dependency.Foreign foreign -> tie(foreign, row);
        }
      }
      if (!row.spec.reads().isEmpty()) {
        row.reads = new LinkedHashMap<>();
      }
      for (int read : row.spec.reads()) {
        if (read >= tasks.size()) {
          Growth.Older source = older.get(read - tasks.size());
          row.reads.put(source.localId(), _ -> source.task().publicId());
          continue;
        }
        row.reads.put(
            tasks.get(read).localId(),
            switch (duplicates.resolve(new Dependency.Local(read, Condition.ALWAYS))) {
              case Dependency.Local(int index, _) ->
                  batchId -> new TaskKey(batchId, numbers[index]).publicId();
              case Dependency.Foreign(UUID taskId, _) -> _ -> taskId;
            });
      }
    }
  }

  /** The highest number that a task of the batch has had; 0 for a new batch. */
  private int lastOlder() {
    return host == null ? 0 : host.lastNo();
  }

  private void tie(Dependency.Foreign dependency, Row child) {
    TaskKey parent = TaskKey.of(dependency.taskId());
    if (host == null || !parent.batchId().equals(host.batchId())) {
      child.foreign = child.foreign.isEmpty() ? new ArrayList<>() : child.foreign;
      child.foreign.add(dependency);
    } else if (!child.parents.contains(parent.no())) {
      child.meetsOlder = true;
      child.parents.add(parent.no(), dependency.condition());
      olderParents
          .computeIfAbsent(parent.no(), _ -> new Edges(4))
          .add(child.no, dependency.condition());
    }
  }

  private void tie(int parent, Row child, Condition condition) {
    child.parents.add(parent, condition);
    rows.get(parent - lastOlder() - 1).children.add(child.no, condition);
  }

  /** The new edges of tasks that the batch had before, by the numbers of these tasks. */
  Map<Integer, Edges> olderParents() {
    return olderParents;
  }

  /** The numbers of the new tasks by their local IDs, for those that are created. */
  public Map<String, UUID> ids(UUID batchId) {
    Map<String, UUID> ids = LinkedHashMap.newLinkedHashMap(rows.size());
    rows.forEach(row -> ids.put(row.spec.localId(), new TaskKey(batchId, row.no).publicId()));
    return ids;
  }

  List<Row> all() {
    return rows;
  }

  /** How many tasks are inserted. */
  public int size() {
    return rows.size();
  }

  /** Whether nothing is inserted. */
  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** The tasks with edges from other batches. */
  List<Row> tied() {
    return rows.stream().filter(row -> !row.foreign.isEmpty()).toList();
  }

  /** Whether edges from other batches lead here. */
  public boolean anyTied() {
    return rows.stream().anyMatch(row -> !row.foreign.isEmpty());
  }

  /** The commands that settle tasks which can be decided as soon as they are inserted. */
  public List<Command> admissions(UUID batchId) {
    List<Command> admissions = new ArrayList<>();
    for (Row row : rows) {
      if (row.toAdmit()) {
        admissions.add(new Command.Admit(new TaskKey(batchId, row.no), lastOlder() + 1));
      }
    }
    return admissions;
  }

  /** The commands that pause the tasks, because their batch is paused. */
  public List<Command> pauses(UUID batchId) {
    return rows.stream()
        .<Command>map(row -> new Command.Pause(new TaskKey(batchId, row.no)))
        .toList();
  }

  /** The lanes of the tasks that are ready at once. */
  public Set<String> readyLanes() {
    Set<String> lanes = new HashSet<>();
    for (Row row : rows) {
      if (row.state() == TaskState.PENDING) {
        lanes.add(row.lane());
      }
    }
    return lanes;
  }

  /** Whether a task that is ready otherwise waits for its time. */
  public boolean setTimers() {
    return rows.stream()
        .anyMatch(row ->
            row.batch.deadlineMillis() > 0
                || (row.state() == TaskState.PENDING && row.spec.startAfter() != null));
  }

  /** What the tasks are, each made when it is read. */
  public List<Shape> shapes(UUID batchId, Instant now) {
    return made(row -> row.shape(batchId, now));
  }

  /** What workers have to know of the tasks that no rule holds back, unless that is long. */
  public List<TaskBrief> briefs(UUID batchId) {
    List<TaskBrief> briefs = new ArrayList<>();
    for (Row row : rows) {
      if (row.free()) {
        briefs.add(row.brief(batchId));
      }
    }
    return briefs;
  }

  /** The new tasks as they read before anything has happened to them, each made when it is read. */
  public List<TaskDetail> details(UUID batchId, Instant now) {
    return made(row -> row.detail(batchId, now, rows));
  }

  private <T> List<T> made(Function<Row, T> making) {
    return new AbstractList<>() {
      @Override
      public T get(int index) {
        return making.apply(rows.get(index));
      }

      @Override
      public int size() {
        return rows.size();
      }
    };
  }
}
