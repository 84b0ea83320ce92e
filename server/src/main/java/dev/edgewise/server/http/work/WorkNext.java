package dev.edgewise.server.http.work;

import dev.edgewise.api.ClaimRequest;
import dev.edgewise.api.ClaimedTask;
import dev.edgewise.api.Completion;
import dev.edgewise.api.CompletionAnswer;
import dev.edgewise.api.NextAnswer;
import dev.edgewise.api.NextRequest;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.BodyItem;
import dev.edgewise.server.http.Handler;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.task.CompletionLimits;
import java.util.ArrayList;
import java.util.List;

/**
 * Handles POST /work/next, by which a worker reports the ends of attempts and claims the next tasks
 * in one request. The answer may contain tasks that became ready by its own report, claimed in the
 * same transaction.
 */
public final class WorkNext implements Handler {
  private final WorkClaims claims;
  private final WorkCompletions completions;

  public WorkNext(WorkClaims claims, WorkCompletions completions) {
    this.claims = claims;
    this.completions = completions;
  }

  @Override
  public Answer handle(Request request) throws InterruptedException {
    List<BodyItem<Completion>> ends = new ArrayList<>();
    NextRequest next =
        request.bodyWithItems(
            NextRequest.class,
            NextRequest::completions,
            "completions",
            Completion.class,
            ends::add);
    CompletionLimits.checkCount("completions", ends);
    ClaimRequest claim =
        new ClaimRequest(
            next.worker(), next.kinds(), next.max(), next.waitSecs(), next.leaseSecs());
    List<CompletionAnswer> answers = new ArrayList<>();
    List<ClaimedTask> tasks =
        claims.takeNext(request, claim, () -> answers.addAll(completions.complete(request, ends)));
    return Answer.ok(new NextAnswer(answers, tasks));
  }
}
