package dev.edgewise.server.http.task;

import dev.edgewise.api.BulkAction;
import dev.edgewise.api.BulkAnswer;
import dev.edgewise.api.BulkRefusal;
import dev.edgewise.api.BulkRequest;
import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Scope;
import dev.edgewise.core.decision.Answer.Applied;
import dev.edgewise.core.decision.Answer.Refused;
import dev.edgewise.core.decision.Answer.Repeated;
import dev.edgewise.core.decision.Answer.Unknown;
import dev.edgewise.core.decision.Command;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.commit.Committer;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.store.read.TaskFilter;
import dev.edgewise.server.store.read.TaskRow;
import dev.edgewise.server.store.read.Tasks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The route that acts on all tasks that match a filter, newest first, a bounded number of them at a
 * time. Every task is changed by the command that the route for one task uses. A request that was
 * cut off can be repeated: what has been done is refused or not matched any more.
 */
public final class BulkCommands {
  private final Committer committer;
  private final Tasks tasks;

  public BulkCommands(Committer committer, Tasks tasks) {
    this.committer = committer;
    this.tasks = tasks;
  }

  public Route route() {
    return Route.post("/v1/tasks/bulk", "Cancel, rerun, pause or resume all tasks of a filter")
        .scope(Scope.OPERATE)
        .operation("changeTasks")
        .takes(BulkRequest.class)
        .answers(200, BulkAnswer.class)
        .fails(ErrorCode.INVALID_REQUEST)
        .by(this::bulk);
  }

  private Answer bulk(Request request) {
    BulkRequest asked = request.body(BulkRequest.class);
    TaskFilter filter = BulkFilters.of(request.workspace(), asked.filter());
    boolean dry = asked.dryRun() != null && asked.dryRun();
    String actor = request.principal().actor();
    var tally = new Tally();
    TaskKey last = null;
    List<TaskRow> rows;
    do {
      rows = tasks.list(filter.behind(last), 0, Limits.BULK_TASKS_AT_ONCE);
      rows.forEach(row -> tally.match(row.key()));
      if (dry) {
        rows.forEach(row -> tally.count(foreseen(asked.action(), row.state())));
      } else if (!rows.isEmpty()) {
        apply(asked.action(), actor, rows).forEach(tally::count);
      }
      last = rows.isEmpty() ? last : rows.getLast().key();
    } while (rows.size() == Limits.BULK_TASKS_AT_ONCE && request.isStillAdmitted());
    return Answer.ok(tally.answer(dry));
  }

  /** Returns for each task why it was not changed; null if it was. */
  private List<@Nullable String> apply(BulkAction action, String actor, List<TaskRow> rows) {
    List<Command> commands =
        rows.stream()
            .<Command>map(row -> new Command.Ordered(actor, command(action, row.key())))
            .toList();
    List<@Nullable String> refusals = new ArrayList<>();
    for (var answer : committer.applyWhenRoom(commands)) {
      refusals.add(
          switch (answer) {
            case Applied _ -> null;
            case Repeated(TaskState state, int _) -> already(state);
            case Refused(TaskState state, int _, String why) -> refusal(state, why);
            case Unknown _ -> "The task does not exist any more.";
          });
    }
    return refusals;
  }

  private static Command command(BulkAction action, TaskKey task) {
    return switch (action) {
      case CANCEL -> new Command.Cancel(task, false);
      case RERUN -> new Command.Rerun(task);
      case PAUSE -> new Command.Pause(task);
      case RESUME -> new Command.Resume(task);
    };
  }

  /** Returns why a task in this state would not be changed; null if it would. */
  private static @Nullable String foreseen(BulkAction action, TaskState state) {
    return switch (action) {
      case CANCEL -> foreseen(state, TaskState.CANCELED);
      case PAUSE -> foreseen(state, TaskState.PAUSED);
      case RESUME ->
          state == TaskState.PAUSED ? null : refusal(state, "only a Paused task can be resumed");
      case RERUN ->
          state.terminal() ? null : refusal(state, "only a task that has ended can be run again");
    };
  }

  private static @Nullable String foreseen(TaskState state, TaskState wanted) {
    if (state == wanted) {
      return already(state);
    }
    return state.terminal() ? refusal(state, "the task has already ended") : null;
  }

  private static String already(TaskState state) {
    return "The task is %s already.".formatted(state.wireName());
  }

  private static String refusal(TaskState state, String why) {
    return "The task is %s: %s.".formatted(state.wireName(), why);
  }

  /** What has become of the tasks so far. */
  private static final class Tally {
    private final List<UUID> sample = new ArrayList<>();
    private final Map<String, Long> refused = new LinkedHashMap<>();
    private long matched;
    private long applied;

    void match(TaskKey task) {
      matched++;
      if (sample.size() < Limits.BULK_SAMPLE) {
        sample.add(task.publicId());
      }
    }

    void count(@Nullable String refusal) {
      if (refusal == null) {
        applied++;
      } else {
        refused.merge(refusal, 1L, Long::sum);
      }
    }

    BulkAnswer answer(boolean dry) {
      return new BulkAnswer(
          matched,
          dry ? 0 : applied,
          refused.entrySet().stream()
              .map(each -> new BulkRefusal(each.getKey(), each.getValue()))
              .sorted(Comparator.comparingLong(BulkRefusal::count).reversed())
              .toList(),
          sample);
    }
  }
}
