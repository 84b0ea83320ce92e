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
import dev.edgewise.server.store.secret.Secrets;
import dev.edgewise.server.webhook.Caller;
import dev.edgewise.server.webhook.Hosts;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Wires, starts and stops the components that make webhook calls. */
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
   * The components that webhook calls depend on.
   *
   * @param caller closed by {@link Webhooks#close}
   * @param node the name of this server in leases
   * @param hostUrl the base URL under which receivers reach this server
   */
  public record Dependencies(
      Database database,
      Committer committer,
      Claims claims,
      Leases leases,
      Caller caller,
      Hosts hosts,
      Rendering rendering,
      Secrets secrets,
      MeterRegistry metrics,
      String node,
      Supplier<URI> hostUrl) {}

  /**
   * The intervals of the loops.
   *
   * @param claimTimeout the time without renewal after which another server takes over a call
   * @param interval the longest time between two searches for work, in case a signal is lost
   */
  public record Timing(Duration claimTimeout, Duration interval) {}

  public Webhooks(Dependencies dependencies, Settings.Webhooks settings, Timing timing) {
    Database database = dependencies.database();
    Hosts hosts = dependencies.hosts();
    Duration claimTimeout = timing.claimTimeout();
    Duration longest = settings.timeout().plus(CALL_MARGIN);
    Executions executions = new Executions(database, claimTimeout);
    Outbox outbox =
        new Outbox(
            database, claimTimeout, longest.compareTo(claimTimeout) > 0 ? longest : claimTimeout);
    WebhookMetrics metrics = new WebhookMetrics(dependencies.metrics(), hosts);
    caller = dependencies.caller();
    Duration most = Duration.ofSeconds(Limits.STOP_MAX_CALLS_SECS);
    patience = settings.timeout().compareTo(most) < 0 ? settings.timeout() : most;
    open = new OpenCalls(dependencies.leases(), executions, claimTimeout);
    results =
        new CallResults(
            database,
            dependencies.committer(),
            dependencies.leases(),
            executions,
            outbox,
            caller.answers());
    DeliveryTokens tokens = DeliveryTokens.of(database);
    calls =
        new Calls(
            new Calls.Parts(
                executions,
                dependencies.rendering(),
                new ActionSecrets(dependencies.secrets()),
                tokens,
                new ApprovalLinks(tokens, dependencies.hostUrl()),
                caller,
                hosts,
                open,
                metrics));
    StartCalls startCalls = new StartCalls(calls, results, open, hosts, caller.answers());
    dispatcher =
        new Dispatcher(
            dependencies.claims(),
            new HookLanes(database),
            dependencies.committer(),
            hosts,
            startCalls,
            dependencies.node(),
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
            dependencies.committer().signals());
  }

  /** Starts the loops. */
  public Webhooks start() {
    results.start();
    open.start();
    dispatcher.start();
    deliverer.start();
    return this;
  }

  /** Returns the liveness of each thread. */
  public List<Pulse> pulses() {
    return List.of(results.pulse(), open.pulse(), dispatcher.pulse(), deliverer.pulse());
  }

  /** Stops starting calls, waits for the open ones, and stops. */
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
