package dev.edgewise.core.state;

import static dev.edgewise.core.state.TaskState.CANCELED;
import static dev.edgewise.core.state.TaskState.CLAIMED;
import static dev.edgewise.core.state.TaskState.FAILURE;
import static dev.edgewise.core.state.TaskState.PAUSED;
import static dev.edgewise.core.state.TaskState.PENDING;
import static dev.edgewise.core.state.TaskState.RETRY_PENDING;
import static dev.edgewise.core.state.TaskState.RUNNING;
import static dev.edgewise.core.state.TaskState.SKIPPED;
import static dev.edgewise.core.state.TaskState.SUCCESS;
import static dev.edgewise.core.state.TaskState.WAITING;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A row of the transition table; no other transitions exist.
 *
 * @param from null means that the task is new
 */
public record Transition(@Nullable TaskState from, TaskState to, Cause by) {

  private static final List<TaskState> ALIVE =
      List.of(WAITING, PENDING, CLAIMED, RUNNING, PAUSED, RETRY_PENDING);

  /** All transitions, in the order of a task's life. */
  public static final Set<Transition> TABLE = table();

  private static final Set<Move> MOVES =
      TABLE.stream()
          .map(row -> new Move(row.from(), row.to()))
          .collect(Collectors.toUnmodifiableSet());

  /** The causes of each move between two states. */
  private static final Map<TaskState, Map<TaskState, Set<Cause>>> CAUSES = causes();

  private record Move(@Nullable TaskState from, TaskState to) {}

  private static Map<TaskState, Map<TaskState, Set<Cause>>> causes() {
    Map<TaskState, Map<TaskState, Set<Cause>>> causes = new EnumMap<>(TaskState.class);
    for (Transition row : TABLE) {
      if (row.from() != null) {
        causes
            .computeIfAbsent(row.from(), _ -> new EnumMap<>(TaskState.class))
            .computeIfAbsent(row.to(), _ -> EnumSet.noneOf(Cause.class))
            .add(row.by());
      }
    }
    return causes;
  }

  private static Set<Transition> table() {
    List<Transition> rows = new ArrayList<>();
    rows.add(new Transition(null, WAITING, Cause.SUBMIT));
    rows.add(new Transition(null, PENDING, Cause.SUBMIT));
    rows.add(new Transition(WAITING, PENDING, Cause.READY));
    rows.add(new Transition(WAITING, SUCCESS, Cause.DECIDED));
    rows.add(new Transition(WAITING, FAILURE, Cause.DECIDED));
    rows.add(new Transition(WAITING, SKIPPED, Cause.DECIDED));
    rows.addAll(each(List.of(WAITING, PAUSED), SKIPPED, Cause.UNSATISFIABLE));
    rows.add(new Transition(PENDING, FAILURE, Cause.DECIDED));
    rows.add(new Transition(PENDING, RUNNING, Cause.BEGIN));
    rows.add(new Transition(PENDING, CLAIMED, Cause.CLAIM));
    rows.add(new Transition(CLAIMED, RUNNING, Cause.START));
    rows.add(new Transition(CLAIMED, PENDING, Cause.CLAIM_TIMEOUT));
    rows.add(new Transition(RUNNING, PENDING, Cause.PUT_BACK));
    rows.addAll(each(List.of(CLAIMED, RUNNING), SUCCESS, Cause.SUCCESS));
    rows.addAll(each(List.of(CLAIMED, RUNNING), FAILURE, Cause.FAILURE));
    rows.addAll(each(List.of(CLAIMED, RUNNING), RETRY_PENDING, Cause.FAILURE));
    rows.add(new Transition(RUNNING, FAILURE, Cause.TIMEOUT));
    rows.add(new Transition(RUNNING, RETRY_PENDING, Cause.TIMEOUT));
    rows.add(new Transition(RETRY_PENDING, PENDING, Cause.RETRY_DUE));
    rows.addAll(
        each(List.of(WAITING, PENDING, CLAIMED, RUNNING, RETRY_PENDING), FAILURE, Cause.DEADLINE));
    rows.addAll(each(ALIVE, CANCELED, Cause.CANCEL));
    rows.addAll(each(ALIVE, CANCELED, Cause.STOP));
    rows.addAll(each(ALIVE, CANCELED, Cause.DEAD_END));
    // An item is only Waiting until the step that creates it has decided it.
    rows.addAll(
        each(List.of(PENDING, CLAIMED, RUNNING, PAUSED, RETRY_PENDING), CANCELED, Cause.FAIL_FAST));
    rows.addAll(each(ALIVE, CANCELED, Cause.BATCH_OVER));
    rows.addAll(
        each(List.of(WAITING, PENDING, CLAIMED, RUNNING, RETRY_PENDING), PAUSED, Cause.PAUSE));
    rows.add(new Transition(PAUSED, WAITING, Cause.RESUME));
    rows.add(new Transition(PAUSED, PENDING, Cause.RESUME));
    rows.add(new Transition(PAUSED, RUNNING, Cause.RESUME));
    rows.add(new Transition(PAUSED, RETRY_PENDING, Cause.RESUME));
    rows.addAll(each(List.of(CLAIMED, RUNNING), CANCELED, Cause.RERUN));
    rows.addAll(
        each(
            List.of(PENDING, RETRY_PENDING, SUCCESS, FAILURE, CANCELED, SKIPPED),
            WAITING,
            Cause.RERUN));
    return Collections.unmodifiableSet(new LinkedHashSet<>(rows));
  }

  private static List<Transition> each(List<TaskState> froms, TaskState to, Cause by) {
    return froms.stream().map(from -> new Transition(from, to, by)).toList();
  }

  /**
   * Whether the table has a transition between two states, with any cause.
   *
   * @param from null means that the task is new
   */
  public static boolean possible(@Nullable TaskState from, TaskState to) {
    return MOVES.contains(new Move(from, to));
  }

  /**
   * Checks a move of a task against the table.
   *
   * @throws IllegalStateException when the table has no such row, which is a defect of Edgewise
   */
  public static void check(TaskState from, TaskState to, Cause by, TaskKey task) {
    Map<TaskState, Set<Cause>> moves = CAUSES.getOrDefault(from, Map.of());
    if (!moves.getOrDefault(to, Set.of()).contains(by)) {
      throw new IllegalStateException(
          "task %s: the transition table has no %s".formatted(task, new Transition(from, to, by)));
    }
  }

  /** Whether the table has this row. */
  public boolean allowed() {
    return TABLE.contains(this);
  }

  @Override
  public String toString() {
    return (from == null ? "(new)" : from.wireName()) + " -> " + to.wireName() + " by " + by;
  }
}
