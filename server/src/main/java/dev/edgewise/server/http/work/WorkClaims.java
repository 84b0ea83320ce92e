package dev.edgewise.server.http.work;

import dev.edgewise.api.ClaimRequest;
import dev.edgewise.api.ClaimedTask;
import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Json;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.expression.Preparation;
import dev.edgewise.server.expression.Preparation.Prepared;
import dev.edgewise.server.handover.WaitingWorkers;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.Handler;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.StopSignal;
import dev.edgewise.server.input.JsonText;
import dev.edgewise.server.store.DeliveryTokens;
import dev.edgewise.server.store.Lane;
import dev.edgewise.server.store.claim.Claimed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Handles POST /work/claim, by which a worker claims tasks. */
public final class WorkClaims implements Handler {
  private final WaitingWorkers queue;
  private final Preparation preparation;
  private final DeliveryTokens tokens;
  private final StopSignal stopSignal;

  /** Where claimed tasks come from. */
  private interface Source {
    List<Claimed> claim(
        dev.edgewise.server.store.claim.ClaimRequest wanted,
        Duration patience,
        BooleanSupplier present)
        throws InterruptedException;
  }

  public WorkClaims(
      WaitingWorkers queue, Preparation preparation, DeliveryTokens tokens, StopSignal stopSignal) {
    this.queue = queue;
    this.preparation = preparation;
    this.tokens = tokens;
    this.stopSignal = stopSignal;
  }

  @Override
  public Answer handle(Request request) throws InterruptedException {
    return Answer.ok(take(request, request.body(ClaimRequest.class), queue::claim));
  }

  /** Claims tasks after the report has been made; a refused claim makes no report. */
  List<ClaimedTask> takeNext(Request request, ClaimRequest claim, Runnable report)
      throws InterruptedException {
    return take(
        request,
        claim,
        (wanted, patience, present) -> queue.claimNext(wanted, patience, present, report));
  }

  private List<ClaimedTask> take(Request request, ClaimRequest claim, Source source)
      throws InterruptedException {
    for (String kind : claim.kinds()) {
      if (!request.principal().mayClaim(kind)) {
        throw ApiException.of(
            ErrorCode.FORBIDDEN,
            "The key may not claim tasks of kind " + JsonText.quoted(kind) + ".");
      }
    }
    List<String> problems = problems(claim);
    if (!problems.isEmpty()) {
      throw ApiException.invalid(problems);
    }
    int max = claim.max() == null ? 1 : claim.max();
    Map<String, Integer> rooms = new LinkedHashMap<>();
    claim.kinds().forEach(kind -> rooms.put(Lane.work(request.workspace(), kind), max));
    var wanted =
        new dev.edgewise.server.store.claim.ClaimRequest(
            claim.worker(), true, rooms, max, claim.leaseSecs());
    int wait = claim.waitSecs() == null ? 0 : claim.waitSecs();
    // A server that stops hands out no more tasks; the worker must ask another one.
    BooleanSupplier present =
        () -> request.clientIsThere() && !stopSignal.given() && request.isStillAdmitted();
    return claimPrepared(source, wanted, Duration.ofSeconds(wait), present).stream()
        .map(this::task)
        .toList();
  }

  /** Claims until a task can start: those whose inputs take long come with a later claim. */
  private List<Prepared> claimPrepared(
      Source first,
      dev.edgewise.server.store.claim.ClaimRequest wanted,
      Duration patience,
      BooleanSupplier present)
      throws InterruptedException {
    long begun = System.nanoTime();
    Duration left = patience;
    Source source = first;
    while (true) {
      List<Claimed> claimed = source.claim(wanted, left, present);
      List<Prepared> prepared = preparation.prepare(claimed);
      left = patience.minusNanos(System.nanoTime() - begun);
      if (!prepared.isEmpty() || claimed.isEmpty() || !left.isPositive()) {
        return prepared;
      }
      source = queue::claim;
    }
  }

  private ClaimedTask task(Prepared prepared) {
    Claimed claimed = prepared.task();
    return new ClaimedTask(
        claimed.task().publicId(),
        claimed.task().batchId(),
        claimed.kind(),
        claimed.name(),
        claimed.token().attempt(),
        tokens.encode(claimed.task(), claimed.token()),
        json(prepared.input()),
        json(claimed.metadata()),
        claimed.leaseUntil());
  }

  private static @Nullable Json json(@Nullable String text) {
    return text == null ? null : new Json(text);
  }

  private static List<String> problems(ClaimRequest claim) {
    List<String> problems = new ArrayList<>();
    if (claim.worker().isBlank() || claim.worker().indexOf('\0') >= 0) {
      problems.add("worker: must not be empty or contain the character U+0000");
    }
    if (claim.kinds().isEmpty()) {
      problems.add("kinds: must contain at least one kind");
    }
    range(problems, "max", claim.max(), 1, Limits.CLAIM_MAX_TASKS);
    range(problems, "wait_secs", claim.waitSecs(), 0, Limits.CLAIM_MAX_WAIT_SECS);
    range(problems, "lease_secs", claim.leaseSecs(), 1, Limits.TIMEOUT_MAX_SECS);
    return problems;
  }

  private static void range(
      List<String> problems, String field, @Nullable Integer value, int min, int max) {
    if (value != null && (value < min || value > max)) {
      problems.add("%s: must be from %d to %d, not %d".formatted(field, min, max, value));
    }
  }
}
