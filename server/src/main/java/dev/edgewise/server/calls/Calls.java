package dev.edgewise.server.calls;

import dev.edgewise.core.readiness.Token;
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
import dev.edgewise.server.webhook.Caller;
import dev.edgewise.server.webhook.HostHealth;
import dev.edgewise.server.webhook.Hosts;
import dev.edgewise.server.webhook.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the calls that are permitted, each on a thread of its own. */
final class Calls {
  private static final Logger log = LoggerFactory.getLogger(Calls.class);

  private final Parts parts;
  private final Conflicts conflicts = new Conflicts();
  private volatile boolean stopping;

  /** What calls need. */
  record Parts(
      Executions executions,
      Rendering rendering,
      DeliveryTokens tokens,
      Caller caller,
      Hosts hosts,
      OpenCalls open,
      WebhookMetrics metrics) {}

  /**
   * A call that somebody wants to make and has a place for.
   *
   * @param host whose place it takes
   * @param held the claim it is made for; null for a call that a task owes at its end
   * @param then gets the outcome
   */
  record Wanted(
      Delivery delivery,
      Token token,
      String action,
      String host,
      Leases.@Nullable Held held,
      Consumer<Outcome> then) {}

  /** What became of it. */
  sealed interface Outcome {
    /**
     * It was made.
     *
     * @param call the number that its permit gave it
     */
    record Made(int call, Reply reply) implements Outcome {

      /** The same, to be noted with as much of the answer as is kept. */
      CallEnd end(Delivery delivery, @Nullable String body) {
        Integer status = reply instanceof Reply.Answered answered ? answered.status() : null;
        String error = reply.accepted() ? null : reply.failure();
        return new CallEnd(delivery, call, reply.accepted(), status, body, error);
      }
    }

    /** It was made before, with success and this answer. */
    record MadeBefore(String body) implements Outcome {}

    /** Somebody else is making it, or nobody could ask. */
    record Busy() implements Outcome {}
  }

  private record Granted(Wanted wanted, int call) {}

  Calls(Parts parts) {
    this.parts = parts;
  }

  /** Makes those of the calls that are permitted; all of them get their outcome. */
  void make(List<Wanted> calls) {
    Map<Delivery, Permit> permits;
    try {
      permits = parts.executions().begin(calls.stream().map(Wanted::delivery).toList());
    } catch (RuntimeException e) {
      ProcessEnd.heed(e);
      log.warn("{} deliveries cannot begin and will be looked at again", calls.size(), e);
      permits = Map.of();
    }
    make(calls, permits);
  }

  /** Asks for permissions in a transaction of the caller's. */
  Map<Delivery, Permit> permits(Handle handle, List<Delivery> deliveries) {
    return parts.executions().begin(handle, deliveries);
  }

  /** The same with permissions that were asked for before. */
  void make(List<Wanted> calls, Map<Delivery, Permit> permits) {
    List<Granted> granted = new ArrayList<>(calls.size());
    for (Wanted wanted : calls) {
      switch (permits.get(wanted.delivery())) {
        case null -> notMade(wanted, new Outcome.Busy());
        case Permit.Granted(int call, boolean takenOver) -> {
          conflicts.end(wanted.delivery());
          if (takenOver) {
            log.warn(
                "Delivery {} is taken over: its caller has not been heard of for too long",
                wanted.delivery().key());
          }
          parts.open().add(wanted.delivery().key(), wanted.held());
          granted.add(new Granted(wanted, call));
        }
        case Permit.Done(String body) -> {
          conflicts.end(wanted.delivery());
          parts.metrics().skipped(wanted.delivery().trigger());
          log.info("Delivery {} was made before and is not made again", wanted.delivery().key());
          notMade(wanted, new Outcome.MadeBefore(body));
        }
        case Permit.Busy _ -> {
          if (conflicts.begin(wanted.delivery())) {
            parts.metrics().conflict();
            log.info("Delivery {} waits: another caller is making it", wanted.delivery().key());
          }
          notMade(wanted, new Outcome.Busy());
        }
      }
    }
    start(granted);
  }

  /** Makes calls once their actions are ready; one that a receiver named has no expressions. */
  private void start(List<Granted> granted) {
    for (Granted each : granted) {
      if (StoredJson.literal(each.wanted().action())) {
        call(each, each.wanted().action());
      }
    }
    List<Granted> templates =
        granted.stream().filter(each -> !StoredJson.literal(each.wanted().action())).toList();
    var rendered = rendered(templates.stream().map(Granted::wanted).toList());
    for (int i = 0; i < templates.size(); i++) {
      Granted each = templates.get(i);
      var _ =
          rendered
              .get(i)
              .exceptionally(e -> unrendered(1, e))
              .thenAccept(outcome -> {
                switch (outcome) {
                  case Rendered.Ready(String action) -> call(each, action);
                  case Rendered.Failed(String reason) ->
                      end(each.wanted(), each.call(), new Reply.Refused(reason));
                }
              });
    }
  }

  private void call(Granted granted, String action) {
    Thread.ofVirtual()
        .name(granted.wanted().delivery().key())
        .start(() -> make(granted.wanted(), granted.call(), action));
  }

  private List<CompletableFuture<Rendered>> rendered(List<Wanted> calls) {
    List<Raw> raws =
        calls.stream().map(call -> new Raw(call.delivery().task(), call.action())).toList();
    try {
      return parts.rendering().render(raws);
    } catch (RuntimeException | StackOverflowError | LinkageError e) {
      ProcessEnd.heed(e);
      var failed = CompletableFuture.completedFuture(unrendered(calls.size(), e));
      return raws.stream().map(_ -> failed).toList();
    }
  }

  private static Rendered unrendered(int count, Throwable cause) {
    log.warn("The actions of {} deliveries cannot be evaluated", count, cause);
    return new Rendered.Failed("its expressions cannot be evaluated now");
  }

  private void make(Wanted wanted, int call, String action) {
    Delivery delivery = wanted.delivery();
    long begun = System.nanoTime();
    Reply reply;
    try {
      String token = parts.tokens().encode(delivery.task(), wanted.token());
      reply = parts.caller().call(new Call(delivery, action, token));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      reply = new Reply.Unanswered("interrupted");
    } catch (RuntimeException | Error e) {
      ProcessEnd.heed(e);
      log.error("Delivery {} met a defect", delivery.key(), e);
      reply = new Reply.Refused("internal error");
    }
    parts.metrics().called(delivery.trigger(), reply, Duration.ofNanos(System.nanoTime() - begun));
    end(wanted, call, reply);
  }

  private void end(Wanted wanted, int call, Reply reply) {
    String key = wanted.delivery().key();
    if (stopping && !reply.accepted()) {
      // It may be our own hanging up that it failed of. Whoever finds it next calls again.
      log.info("Delivery {} is left to whoever comes next", key);
      return;
    }
    if (reply.accepted()) {
      log.debug("Delivery {} was accepted", key);
    } else {
      log.warn("Delivery {} failed: {}", key, reply.failure());
    }
    // It keeps its place until its outcome is accepted: no more calls begin than can be noted.
    tell(wanted, new Outcome.Made(call, reply));
    parts.open().remove(key);
    parts.hosts().leave(wanted.host(), reply.health());
  }

  private void notMade(Wanted wanted, Outcome outcome) {
    parts.open().remove(wanted.delivery().key());
    parts.hosts().leave(wanted.host(), HostHealth.UNKNOWN);
    tell(wanted, outcome);
  }

  /** A call whose outcome cannot be noted is made again when its claim has run out. */
  private static void tell(Wanted wanted, Outcome outcome) {
    try {
      wanted.then().accept(outcome);
    } catch (RuntimeException | Error e) {
      ProcessEnd.heed(e);
      log.error("The outcome of delivery {} cannot be noted", wanted.delivery().key(), e);
    }
  }

  /** From now on a failure says nothing about the receiver. */
  void stop() {
    stopping = true;
  }
}
