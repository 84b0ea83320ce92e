package dev.edgewise.server.calls;

import dev.edgewise.server.commit.Committer;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.config.Settings;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.expression.Rendering;
import dev.edgewise.server.life.Pulse;
import dev.edgewise.server.store.DeliveryTokens;
import dev.edgewise.server.store.claim.Claims;
import dev.edgewise.server.store.claim.Leases;
import dev.edgewise.server.store.delivery.Executions;
import dev.edgewise.server.store.delivery.HookLanes;
import dev.edgewise.server.store.delivery.Outbox;
import dev.edgewise.server.webhook.Caller;
import dev.edgewise.server.webhook.Hosts;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything that calls webhooks, put together. */
public final class Webhooks implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Webhooks.class);
  private static final Duration CALL_MARGIN = Duration.ofSeconds(5);

  private final Caller caller;
  private final Calls calls;
  private final OpenCalls open;
  private final CallResults results;
  private final Dispatcher dispatcher;
  private final Deliverer deliverer;
  private final Duration patience;

  /**
   * What is around it.
   *
   * @param caller closed with this
   * @param node this server's name in leases
   */
  public record Surroundings(
      Database database,
      Committer committer,
      Claims claims,
      Leases leases,
      Caller caller,
      Hosts hosts,
      Rendering rendering,
      MeterRegistry metrics,
      String node) {}

  /**
   * How it works.
   *
   * @param claimTimeout after which a silent server's calls are somebody else's
   * @param interval the safety net: the longest time between two looks for work
   */
  public record Timing(Duration claimTimeout, Duration interval) {}

  public Webhooks(Surroundings around, Settings.Webhooks settings, Timing timing) {
    Database database = around.database();
    Hosts hosts = around.hosts();
    Duration claimTimeout = timing.claimTimeout();
    Duration longest = settings.timeout().plus(CALL_MARGIN);
    Executions executions = new Executions(database, claimTimeout);
    Outbox outbox =
        new Outbox(
            database, claimTimeout, longest.compareTo(claimTimeout) > 0 ? longest : claimTimeout);
    WebhookMetrics metrics = new WebhookMetrics(around.metrics(), hosts);
    caller = around.caller();
    Duration most = Duration.ofSeconds(Limits.STOP_MAX_CALLS_SECS);
    patience = settings.timeout().compareTo(most) < 0 ? settings.timeout() : most;
    open = new OpenCalls(around.leases(), executions, claimTimeout);
    results =
        new CallResults(
            database, around.committer(), around.leases(), executions, outbox, caller.answers());
    calls =
        new Calls(
            new Calls.Parts(
                executions,
                around.rendering(),
                DeliveryTokens.of(database),
                caller,
                hosts,
                open,
                metrics));
    StartCalls startCalls = new StartCalls(calls, results, open, hosts, caller.answers());
    dispatcher =
        new Dispatcher(
            around.claims(),
            new HookLanes(database),
            around.committer(),
            hosts,
            startCalls,
            around.node(),
            claimTimeout,
            timing.interval());
    deliverer =
        new Deliverer(
            outbox,
            calls,
            results,
            hosts,
            metrics,
            new Deliverer.Settings(settings.maxDeliveries(), timing.interval()),
            around.committer().signals());
  }

  /** Begins to call. */
  public Webhooks start() {
    results.start();
    open.start();
    dispatcher.start();
    deliverer.start();
    return this;
  }

  /** Whether each of its threads lives and moves. */
  public List<Pulse> pulses() {
    return List.of(results.pulse(), open.pulse(), dispatcher.pulse(), deliverer.pulse());
  }

  /** Begins no more calls, waits for those that are open, and stops. */
  @Override
  public void close() {
    dispatcher.close();
    deliverer.close();
    open.awaitNone(patience);
    calls.stop();
    caller.close();
    results.close();
    open.close();
    log.debug("Webhooks have stopped");
  }
}
