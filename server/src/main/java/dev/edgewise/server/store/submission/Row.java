package dev.edgewise.server.store.submission;

import dev.edgewise.core.graph.Actions;
import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.core.graph.Dependency;
import dev.edgewise.core.graph.StartAfter;
import dev.edgewise.core.graph.TaskSpec;
import dev.edgewise.core.readiness.Shape;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.store.FairLanes;
import dev.edgewise.server.store.Lane;
import dev.edgewise.server.store.graph.StoredRetry;
import dev.edgewise.server.store.graph.TaskBrief;
import dev.edgewise.server.store.read.TaskDetail;
import dev.edgewise.server.store.read.TaskRow;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One task to insert and its edges inside the batch. */
final class Row {
  /** Longer metadata and input are not kept in memory until the task is claimed. */
  private static final int BRIEF_MAX_CHARS = 512;

  final Workspace workspace;
  final BatchSpec batch;
  final TaskSpec spec;
  final int no;
  final boolean firstOfKind;
  private final int position;
  final Edges parents;
  final Edges children = new Edges(4);
  List<Dependency.Foreign> foreign = List.of();

  /** Whether it is added below tasks that its batch had before. */
  boolean meetsOlder;

  /** The tasks whose results it reads, by their local ids, once the batch has an id. */
  Map<String, Function<UUID, UUID>> reads = Map.of();

  /**
   * @param position among the tasks that are inserted together, from 1
   */
  Row(
      Workspace workspace,
      BatchSpec batch,
      TaskSpec spec,
      int no,
      int position,
      boolean firstOfKind) {
    this.position = position;
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
    return meetsOlder
        || !foreign.isEmpty()
        || ((decided || spec.deadlineMillis() > 0) && parents.isEmpty());
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

  /** Whether the task shares its lane with others by more than the order of their coming. */
  boolean shares() {
    return spec.fairness().key() != null || FairLanes.shared(lane(), workspace);
  }

  /** Whether a worker may have the task without a rule being asked. */
  boolean free() {
    return spec.rules() == null
        && spec.actions().start() == null
        && spec.flow().spread() == null
        && length(spec.metadata()) + length(spec.flow().input()) <= BRIEF_MAX_CHARS;
  }

  private static int length(@Nullable String text) {
    return text == null ? 0 : text.length();
  }

  TaskBrief brief(UUID batchId) {
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
    return now.plus(position, ChronoUnit.MICROS);
  }

  Shape.Traits traits() {
    return Shape.Traits.of(
        spec.deadlineMillis(), batch.stopsOnFailure() ? spec.name() : null, batch.caller() != null);
  }

  /** What the task is, as far as readiness cares. */
  Shape shape(UUID batchId, Instant now) {
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
  TaskDetail detail(UUID batchId, Instant now, List<Row> all) {
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
        0,
        spec.fairness(),
        TaskDetail.Told.NOTHING);
  }
}
