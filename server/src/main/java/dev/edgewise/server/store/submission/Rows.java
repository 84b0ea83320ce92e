package dev.edgewise.server.store.submission;

import dev.edgewise.core.decision.Command;
import dev.edgewise.core.graph.Actions;
import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.core.graph.Dependency;
import dev.edgewise.core.graph.StartAfter;
import dev.edgewise.core.graph.TaskSpec;
import dev.edgewise.core.readiness.Shape;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.store.ConditionLetters;
import dev.edgewise.server.store.Lane;
import dev.edgewise.server.store.graph.StoredRetry;
import dev.edgewise.server.store.graph.TaskBrief;
import dev.edgewise.server.store.read.TaskDetail;
import dev.edgewise.server.store.read.TaskDetail.Parent;
import dev.edgewise.server.store.read.TaskRow;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The graph of a submission with numbers instead of positions: what is inserted for each task. */
public final class Rows {
  /** Longer metadata and input are not kept in memory until the task is claimed. */
  private static final int BRIEF_MAX_CHARS = 512;

  private final List<Row> rows = new ArrayList<>();

  /** One task to insert and its edges inside the batch. */
  static final class Row {
    final Workspace workspace;
    final BatchSpec batch;
    final TaskSpec spec;
    final int no;
    final boolean firstOfKind;
    final Edges parents;
    final Edges children = new Edges(4);
    List<Dependency.Foreign> foreign = List.of();

    /** The tasks whose results it reads, by their local ids, once the batch has an id. */
    Map<String, Function<UUID, UUID>> reads = Map.of();

    Row(Workspace workspace, BatchSpec batch, TaskSpec spec, int no, boolean firstOfKind) {
      this.workspace = workspace;
      this.batch = batch;
      this.spec = spec;
      this.no = no;
      this.firstOfKind = firstOfKind;
      this.parents = new Edges(spec.dependencies().size());
    }

    /** Whether the transaction has to settle the task after inserting it. */
    boolean toAdmit() {
      boolean decided =
          spec.flow().unexecuted() || spec.flow().when() != null || spec.flow().spread() != null;
      return !foreign.isEmpty() || ((decided || spec.deadlineMillis() > 0) && parents.isEmpty());
    }

    /** The state the row is inserted with. */
    TaskState state() {
      return parents.isEmpty() && foreign.isEmpty() && !toAdmit()
          ? TaskState.PENDING
          : TaskState.WAITING;
    }

    /** How many of its edges must be satisfied. */
    int required() {
      return spec.join().needed(parents.size() + foreign.size());
    }

    /** Where the task queues when it is ready. */
    String lane() {
      String start = spec.actions().start();
      if (spec.flow().unexecuted()) {
        return Lane.NONE;
      }
      return start == null ? Lane.work(workspace, spec.kind()) : Lane.hookOf(start);
    }

    /** Whether a worker may have the task without a rule being asked. */
    private boolean free() {
      return spec.rules() == null
          && spec.actions().start() == null
          && spec.flow().spread() == null
          && length(spec.metadata()) + length(spec.flow().input()) <= BRIEF_MAX_CHARS;
    }

    private static int length(@Nullable String text) {
      return text == null ? 0 : text.length();
    }

    private TaskBrief brief(UUID batchId) {
      return new TaskBrief(
          new TaskKey(batchId, no),
          spec.kind().intern(),
          spec.name(),
          lane().intern(),
          spec.metadata(),
          spec.flow().input(),
          null,
          spec.timeoutSecs());
    }

    /** When the task may start, as exactly as it is kept; null when it may at once. */
    @Nullable Instant startAfter(Instant now) {
      Instant start =
          switch (spec.startAfter()) {
            case null -> null;
            case StartAfter.At(Instant instant) -> instant;
            case StartAfter.In(var delay) -> now.plus(delay);
          };
      return start == null ? null : start.truncatedTo(ChronoUnit.MICROS);
    }

    /** When the task was created: those of one request a microsecond apart, in their order. */
    Instant createdAt(Instant now) {
      return now.plus(no, ChronoUnit.MICROS);
    }

    Shape.Traits traits() {
      return Shape.Traits.of(
          spec.deadlineMillis(),
          batch.stopsOnFailure() ? spec.name() : null,
          batch.caller() != null);
    }

    /** What the task is, as far as readiness cares. */
    private Shape shape(UUID batchId, Instant now) {
      Map<String, TaskKey> read = LinkedHashMap.newLinkedHashMap(reads.size());
      reads.forEach((localId, id) -> read.put(localId, TaskKey.of(id.apply(batchId))));
      Actions actions = spec.actions();
      return new Shape(
          spec.localId(),
          spec.kind().intern(),
          lane().intern(),
          spec.timeoutSecs(),
          children.numbers(),
          children.conditions(),
          parents.numbers(),
          parents.conditions(),
          spec.join(),
          List.of(),
          List.of(),
          spec.retry(),
          startAfter(now),
          spec.deadEndBarrier(),
          new Shape.Hooks(
              actions.start() != null,
              actions.success() != null,
              actions.failure() != null,
              actions.cancel() != null),
          spec.flow().withoutInput(),
          read,
          0,
          -1,
          traits());
    }

    /**
     * The new task as it reads before anything has happened to it.
     *
     * @param all the rows of the batch in the order of their numbers
     */
    private TaskDetail detail(UUID batchId, Instant now, List<Row> all) {
      TaskRow basics =
          new TaskRow(
              new TaskKey(batchId, no),
              spec.name(),
              spec.kind(),
              state(),
              createdAt(now),
              null,
              null,
              0,
              0,
              spec.expectedCount(),
              spec.deadEndBarrier(),
              spec.priority(),
              0,
              null,
              null,
              spec.join());
      return new TaskDetail(
          basics,
          spec.timeoutSecs(),
          spec.rules(),
          spec.metadata(),
          spec.actions(),
          null,
          now,
          StoredRetry.write(spec.retry()),
          parents.parents(batchId, all),
          null,
          spec.flow(),
          spec.deadlineMillis() == 0 ? null : Duration.ofMillis(spec.deadlineMillis()),
          null,
          null,
          startAfter(now),
          null,
          0);
    }
  }

  /** The edges of one task in one direction; a submission has too many for an object each. */
  static final class Edges {
    private int[] numbers;
    private Condition[] conditions;
    private int size;

    private Edges(int expected) {
      numbers = new int[expected];
      conditions = new Condition[expected];
    }

    private void add(int other, Condition condition) {
      if (size == numbers.length) {
        numbers = Arrays.copyOf(numbers, 2 * size + 2);
        conditions = Arrays.copyOf(conditions, 2 * size + 2);
      }
      numbers[size] = other;
      conditions[size++] = condition;
    }

    boolean isEmpty() {
      return size == 0;
    }

    int size() {
      return size;
    }

    /** The numbers at the other ends. */
    int[] numbers() {
      return Arrays.copyOf(numbers, size);
    }

    /** The conditions in the same order. */
    Condition[] conditions() {
      return Arrays.copyOf(conditions, size);
    }

    /** The conditions in the same order, as they are stored. */
    String letters() {
      return ConditionLetters.of(conditions, size);
    }

    private List<Parent> parents(UUID batchId, List<Row> all) {
      List<Parent> parents = new ArrayList<>(size);
      for (int i = 0; i < size; i++) {
        Row parent = all.get(numbers[i] - 1);
        parents.add(
            new Parent(parent.spec.localId(), new TaskKey(batchId, parent.no), conditions[i]));
      }
      return parents;
    }
  }

  /** Numbers the tasks that are to be created and ties their edges. */
  public static Rows of(Workspace workspace, BatchSpec batch, Duplicates duplicates) {
    Rows result = new Rows();
    List<TaskSpec> tasks = batch.tasks();
    int[] numbers = new int[tasks.size()];
    Set<String> kinds = new HashSet<>();
    for (int i = 0; i < tasks.size(); i++) {
      if (!duplicates.contains(i)) {
        numbers[i] = result.rows.size() + 1;
        TaskSpec task = tasks.get(i);
        result.rows.add(new Row(workspace, batch, task, numbers[i], kinds.add(task.kind())));
      }
    }
    for (Row row : result.rows) {
      for (Dependency dependency : row.spec.dependencies()) {
        switch (duplicates.resolve(dependency)) {
          case Dependency.Local(int index, Condition condition) ->
              result.tie(numbers[index], row, condition);
          case Dependency.Foreign foreign -> {
            row.foreign = row.foreign.isEmpty() ? new ArrayList<>() : row.foreign;
            row.foreign.add(foreign);
          }
        }
      }
      if (!row.spec.reads().isEmpty()) {
        row.reads = new LinkedHashMap<>();
      }
      for (int read : row.spec.reads()) {
        row.reads.put(
            tasks.get(read).localId(),
            switch (duplicates.resolve(new Dependency.Local(read, Condition.ALWAYS))) {
              case Dependency.Local(int index, _) ->
                  batchId -> new TaskKey(batchId, numbers[index]).publicId();
              case Dependency.Foreign(UUID taskId, _) -> _ -> taskId;
            });
      }
    }
    return result;
  }

  private void tie(int parent, Row child, Condition condition) {
    child.parents.add(parent, condition);
    rows.get(parent - 1).children.add(child.no, condition);
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
        admissions.add(new Command.Admit(new TaskKey(batchId, row.no)));
      }
    }
    return admissions;
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
