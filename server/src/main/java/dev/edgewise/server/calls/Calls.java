package dev.edgewise.server.calls;

import dev.edgewise.core.readiness.Token;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.expression.Rendering;
import dev.edgewise.server.expression.Rendering.Raw;
import dev.edgewise.server.expression.Rendering.Rendered;
import dev.edgewise.server.input.StoredJson;
import dev.edgewise.server.life.ProcessEnd;
import dev.edgewise.server.store.DeliveryTokens;
import dev.edgewise.server.store.claim.Leases;
import dev.edgewise.server.store.delivery.CallEnd;
import dev.edgewise.server.store.delivery.Delivery;
import dev.edgewise.server.store.delivery.Executions;
import dev.edgewise.server.store.delivery.Permit;
import dev.edgewise.server.webhook.Call;
import dev.edgewise.server.webhook.CallReply;
import dev.edgewise.server.webhook.Caller;
import dev.edgewise.server.webhook.HostHealth;
import dev.edgewise.server.webhook.Hosts;
import dev.edgewise.server.webhook.Redaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the calls that have permits, each on its own virtual thread. */
final class Calls {
  private static final Logger log = LoggerFactory.getLogger(Calls.class);

  private final Parts parts;
  private final Conflicts conflicts = new Conflicts();

  /** Permits for calls that wait for their actions without a place at their hosts. */
  private final Semaphore late = new Semaphore(Limits.ACTIONS_LATE_MAX);

  private volatile boolean stopping;

  /** The components that calls depend on. */
  record Parts(
      Executions executions,
      Rendering rendering,
      ActionSecrets secrets,
      DeliveryTokens tokens,
      ApprovalLinks approvals,
      Caller caller,
      Hosts hosts,
      OpenCalls open,
      WebhookMetrics metrics) {}

  /**
   * A requested call, which already has a place at its host.
   *
   * @param host the host at which it has a place
   * @param held the claim it is made for; null for a call from the outbox
   * @param then receives the result
   */
  record CallRequest(
      Delivery delivery,
      Token token,
      String action,
      String host,
      Leases.@Nullable Held held,
      Consumer<DeliveryResult> then) {}

  /** The result of a requested call. */
  sealed interface DeliveryResult {
    /**
     * The call was made.
     *
     * @param call the number of the call, from its permit
     */
    record Made(int call, CallReply reply) implements DeliveryResult {

      /** Returns the end of the call to store. */
      CallEnd end(Delivery delivery, @Nullable String body) {
        Integer status = reply instanceof CallReply.Answered answered ? answered.status() : null;
        String error = reply.accepted() ? null : reply.failure();
        return new CallEnd(delivery, call, reply.accepted(), status, body, error);
      }
    }

    /** An earlier call with the same key has succeeded with this body. */
    record MadeBefore(String body) implements DeliveryResult {}

    /** Another server is making the call, or the database did not grant a permit. */
    record Busy() implements DeliveryResult {}
  }

  private record Granted(CallRequest request, int call) {}

  Calls(Parts parts) {
    this.parts = parts;
  }

  /** Requests permits and makes the permitted calls. Every request receives its result. */
  void make(List<CallRequest> calls) {
    Map<Delivery, Permit> permits;
    try {
      permits = parts.executions().begin(calls.stream().map(CallRequest::delivery).toList());
    } catch (RuntimeException e) {
      ProcessEnd.endIfFatal(e);
      log.warn("No permits for {} deliveries; they will be requested again", calls.size(), e);
      permits = Map.of();
    }
    make(calls, permits);
  }

  /** Requests permits in the caller's transaction. */
  Map<Delivery, Permit> permits(Handle handle, List<Delivery> deliveries) {
    return parts.executions().begin(handle, deliveries);
  }

  /** Makes the permitted calls with permits that were requested before. */
  void make(List<CallRequest> calls, Map<Delivery, Permit> permits) {
    List<Granted> granted = new ArrayList<>(calls.size());
    for (CallRequest request : calls) {
      switch (permits.get(request.delivery())) {
        case null -> notMade(request, new DeliveryResult.Busy());
        case Permit.Granted(int call, boolean takenOver) -> {
          conflicts.end(request.delivery());
          if (takenOver) {
            log.warn(
                "Delivery {} is taken over: the server that was making it did not renew it in time",
                request.delivery().key());
          }
          parts.open().add(request.delivery().key(), request.held());
          granted.add(new Granted(request, call));
        }
        case Permit.Done(String body) -> {
          conflicts.end(request.delivery());
          parts.metrics().skipped(request.delivery().trigger());
          log.info(
              "Delivery {} has already succeeded and is not called again",
              request.delivery().key());
          notMade(request, new DeliveryResult.MadeBefore(body));
        }
        case Permit.Busy _ -> {
          if (conflicts.begin(request.delivery())) {
            parts.metrics().conflict();
            log.info(
                "Delivery {} waits: another server is making the call", request.delivery().key());
          }
          notMade(request, new DeliveryResult.Busy());
        }
      }
    }
    start(granted);
  }

  /** Starts each call when its action is rendered. Actions without expressions start at once. */
  private void start(List<Granted> granted) {
    for (Granted each : granted) {
      if (StoredJson.literal(each.request().action())) {
        call(each, each.request().action());
      }
    }
    List<Granted> templates =
        granted.stream().filter(each -> !StoredJson.literal(each.request().action())).toList();
    var rendered = rendered(templates.stream().map(Granted::request).toList());
    for (int i = 0; i < templates.size(); i++) {
      start(templates.get(i), rendered.get(i).exceptionally(e -> unrendered(1, e)));
    }
  }

  /** Starts a call when its action is rendered. While that takes long, others have its place. */
  private void start(Granted granted, CompletableFuture<Rendered> rendered) {
    String host = granted.request().host();
    if (rendered.isDone() || !late.tryAcquire()) {
      var _ = rendered.thenAccept(result -> start(granted, result));
      return;
    }
    parts.hosts().leave(host, HostHealth.UNKNOWN);
    var _ =
        rendered.thenAccept(result -> {
          late.release();
          parts.hosts().enterWhenRoom(host, () -> start(granted, result));
        });
  }

  private void start(Granted granted, Rendered rendered) {
    try {
      switch (rendered) {
        case Rendered.Ready(String action) -> call(granted, action);
        case Rendered.Failed(String reason) ->
            end(granted.request(), granted.call(), new CallReply.Refused(reason));
      }
    } catch (RuntimeException | Error e) {
      // A future would keep the failure to itself.
      ProcessEnd.endIfFatal(e);
      log.error("Delivery {} could not be started", granted.request().delivery().key(), e);
      end(granted.request(), granted.call(), new CallReply.Refused("internal error"));
    }
  }

  private void call(Granted granted, String action) {
    Thread.ofVirtual()
        .name(granted.request().delivery().key())
        .start(() -> make(granted.request(), granted.call(), action));
  }

  private List<CompletableFuture<Rendered>> rendered(List<CallRequest> calls) {
    List<Raw> raws =
        calls.stream()
            .map(call -> new Raw(call.delivery().task(), call.action(), parts.approvals().of(call)))
            .toList();
    try {
      return parts.rendering().render(raws);
    } catch (RuntimeException | StackOverflowError | LinkageError e) {
      ProcessEnd.endIfFatal(e);
      var failed = CompletableFuture.completedFuture(unrendered(calls.size(), e));
      return raws.stream().map(_ -> failed).toList();
    }
  }

  private static Rendered unrendered(int count, Throwable cause) {
    log.warn("The expressions of {} actions could not be evaluated", count, cause);
    return new Rendered.Failed("its expressions cannot be evaluated now");
  }

  private void make(CallRequest request, int call, String action) {
    Delivery delivery = request.delivery();
    long begun = System.nanoTime();
    CallReply reply;
    Redaction redaction = Redaction.NONE;
    try {
      switch (parts.secrets().fill(delivery.task(), action)) {
        case ActionSecrets.Filled.Ready(String filled, Redaction masks) -> {
          redaction = masks.and(parts.approvals().redaction(request));
          String token = parts.tokens().encode(delivery.task(), request.token());
          reply = parts.caller().call(new Call(delivery, filled, token, redaction));
        }
        case ActionSecrets.Filled.Failed(String reason) -> reply = new CallReply.Refused(reason);
      }
    } catch (JdbiException e) {
      log.warn("The secrets of delivery {} could not be read", delivery.key(), e);
      reply = new CallReply.Refused("its secrets cannot be read now");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      reply = new CallReply.Unanswered("interrupted");
    } catch (RuntimeException | Error e) {
      ProcessEnd.endIfFatal(e);
      log.error(
          "Delivery {} failed with an internal error: {}", delivery.key(), redaction.trace(e));
      reply = new CallReply.Refused("internal error");
    }
    parts.metrics().called(delivery.trigger(), reply, Duration.ofNanos(System.nanoTime() - begun));
    end(request, call, reply);
  }

  private void end(CallRequest request, int call, CallReply reply) {
    String key = request.delivery().key();
    if (stopping && !reply.accepted()) {
      // This server may have aborted the call itself. The server that takes it over repeats it.
      log.info("Delivery {} was interrupted by the stop; another server repeats it", key);
      return;
    }
    if (reply.accepted()) {
      log.debug("Delivery {} was accepted", key);
    } else {
      log.warn("Delivery {} failed: {}", key, reply.failure());
    }
    // The call keeps its place until its result is queued, so that no more calls start than can be
    // committed.
    pass(request, new DeliveryResult.Made(call, reply));
    parts.open().remove(key);
    parts.hosts().leave(request.host(), reply.health());
  }

  private void notMade(CallRequest request, DeliveryResult result) {
    parts.open().remove(request.delivery().key());
    parts.hosts().leave(request.host(), HostHealth.UNKNOWN);
    pass(request, result);
  }

  /** Passes the result on. If that fails, the call is repeated after the claim timeout. */
  private static void pass(CallRequest request, DeliveryResult result) {
    try {
      request.then().accept(result);
    } catch (RuntimeException | Error e) {
      ProcessEnd.endIfFatal(e);
      log.error(
          "The result of delivery {} was not stored; it is called again after the claim timeout",
          request.delivery().key(),
          e);
    }
  }

  /** Ignores failures from now on, because this server may have caused them. */
  void stop() {
    stopping = true;
  }
}
