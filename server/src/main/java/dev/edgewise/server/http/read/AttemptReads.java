package dev.edgewise.server.http.read;

import dev.edgewise.api.Attempt;
import dev.edgewise.api.AttemptList;
import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Scope;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ListPage;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.store.read.AttemptRow;
import dev.edgewise.server.store.read.LedgerRow;
import dev.edgewise.server.store.read.Tasks;
import java.util.ArrayList;
import java.util.List;

/** The route that lists the attempts of a task. */
final class AttemptReads {
  private final Tasks tasks;
  private final SettledLedger ledger;

  AttemptReads(Tasks tasks, SettledLedger ledger) {
    this.tasks = tasks;
    this.ledger = ledger;
  }

  Route route() {
    return Route.get("/v1/tasks/{id}/attempts", "The attempts of a task, oldest first")
        .scope(Scope.READ)
        .operation("listTaskAttempts")
        .paged()
        .answers(200, AttemptList.class)
        .fails(ErrorCode.TASK_NOT_FOUND)
        .by(this::page);
  }

  /** A task has few attempts: all of them are read for each page. */
  private Answer page(Request request) throws InterruptedException {
    TaskKey task = request.task();
    int limit = ListPage.limit(request);
    int after = request.query(ListPage.CURSOR, ListPage.CURSOR_FORM, Integer::valueOf).orElse(-1);
    List<AttemptRow> rows = tasks.attempts(task);
    if (rows.isEmpty()) {
      throw TaskReads.unknown(task.publicId());
    }
    List<Attempt> attempts =
        AttemptHistory.of(entries(task), rows).stream()
            .filter(attempt -> attempt.attempt() > after)
            .toList();
    return ListPage.answer(
        attempts,
        limit,
        attempt -> attempt,
        attempt -> Integer.toString(attempt.attempt()),
        AttemptList::new);
  }

  private List<LedgerRow> entries(TaskKey task) throws InterruptedException {
    List<LedgerRow> all = new ArrayList<>();
    List<LedgerRow> some;
    do {
      long after = all.isEmpty() ? 0 : all.getLast().id();
      some = ledger.about(task, after, Limits.LEDGER_MAX_ENTRIES);
      all.addAll(some);
    } while (some.size() == Limits.LEDGER_MAX_ENTRIES);
    return all;
  }
}
