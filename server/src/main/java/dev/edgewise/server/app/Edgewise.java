package dev.edgewise.server.app;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.StartException;
import dev.edgewise.server.calls.Webhooks;
import dev.edgewise.server.config.Build;
import dev.edgewise.server.config.Configuration;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.config.Settings;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.engine.Backfiller;
import dev.edgewise.server.engine.ChildBatches;
import dev.edgewise.server.engine.NodeSignals;
import dev.edgewise.server.engine.RateTimer;
import dev.edgewise.server.engine.Scheduler;
import dev.edgewise.server.engine.Sweeper;
import dev.edgewise.server.engine.Timekeeper;
import dev.edgewise.server.http.HttpServer;
import dev.edgewise.server.http.ListenAddress;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.http.RouteTable;
import dev.edgewise.server.http.StopSignal;
import dev.edgewise.server.http.docs.DocsRoutes;
import dev.edgewise.server.http.mcp.McpRoute;
import dev.edgewise.server.http.operations.HealthCheck;
import dev.edgewise.server.http.operations.OperationRoutes;
import dev.edgewise.server.http.operations.SettingsRoute;
import dev.edgewise.server.http.page.PageRoutes;
import dev.edgewise.server.http.read.ReadRoutes;
import dev.edgewise.server.store.claim.FairShares;
import dev.edgewise.server.store.claim.ParkedTasks;
import dev.edgewise.server.store.read.Loads;
import dev.edgewise.server.store.retention.Retention;
import dev.edgewise.server.store.schedule.BackfillTicks;
import dev.edgewise.server.store.schedule.Ticks;
import dev.edgewise.server.store.secret.SecretKeys;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running server: wires its components, starts them, and stops them in reverse order. */
public final class Edgewise implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Edgewise.class);

  private final Parts parts;
  private final List<Route> routes;
  private final int port;
  private final CompletableFuture<URI> hostUrl = new CompletableFuture<>();

  private Edgewise(Configuration.Valid configuration) {
    Settings settings = configuration.settings();
    parts = new Parts(stopLimit(settings));
    // Fail before the database starts if the port cannot be bound.
    ListenAddress.obstacle(settings.http())
        .ifPresent(obstacle -> {
          throw new StartException(obstacle);
        });
    HttpServer.preload();
    try {
      TlsPart tls = parts.add("tls", new TlsPart(settings.http().tls()));
      PrometheusMeterRegistry metrics = parts.add("metrics", Metrics.start()).registry();
      Database database = parts.add("database", DatabasePart.start(settings.storage())).database();
      database.observe(metrics);
      database.migrate();

      StorePart store =
          parts.add(
              "store",
              new StorePart(
                  database,
                  new SecretKeys(settings.access().secretsKeys()),
                  settings.engine().deadEndCancel(),
                  settings.http().maxTasksPerBatch(),
                  settings.engine().logMaxBytes(),
                  settings.engine().signalTimeToLive(),
                  metrics));
      store.dueWork.learnFairLanes();
      var loads = new LoadMetrics(new Loads(database), metrics);
      Timekeeper timekeeper =
          parts.add(
              "timekeeper",
              new Timekeeper(
                  store.dueWork,
                  new ParkedTasks(database),
                  store.committer,
                  settings.engine().retryLoopInterval()));
      RateTimer rates =
          parts.add(
              "rate-timer",
              new RateTimer(store.buckets, store.signals, settings.engine().retryLoopInterval()));
      store.claims.alarm(rates::expect);
      Sweeper sweeper =
          parts.add(
              "sweeper",
              new Sweeper(
                  new Retention(database),
                  store.buckets,
                  store.sentSignals,
                  new FairShares(database),
                  settings.retention(),
                  InstantSource.system()));
      NodeSignals signals =
          parts.add("signals", new NodeSignals(database, store.signals, store.node));
      AccessPart access =
          parts.add(
              "access",
              new AccessPart(
                  database,
                  settings,
                  (task, token) -> store.tokens.decode(TaskKey.of(task), token) != null,
                  store.signals,
                  metrics));
      WebhookPart calls = parts.add("calls", new WebhookPart(settings));
      Webhooks webhooks =
          parts.add("webhooks", calls.webhooks(database, store, metrics, hostUrl::join));
      var stopSignal = new StopSignal();
      var commands = new CommandRoutes(store, settings, calls.guard, stopSignal);
      Scheduler scheduler =
          parts.add(
              "scheduler",
              new Scheduler(
                  store.schedules,
                  new Ticks(store.schedules, commands::start),
                  store.signals,
                  Metrics.skippedTicks(metrics)::increment));

      Backfiller backfiller =
          parts.add(
              "backfiller",
              new Backfiller(
                  store.backfills,
                  new BackfillTicks(store.schedules, commands::start),
                  store.signals));

      ChildBatches childBatches =
          parts.add(
              "child-batches",
              new ChildBatches(
                  store.childCalls,
                  store.committer,
                  commands,
                  store.signals,
                  settings.engine().callDepthMax()));

      List<HealthCheck> checks = new ArrayList<>();
      checks.add(new HealthCheck("database", database::ping));
      Stream.of(
              store.pulses(),
              List.of(
                  timekeeper.pulse(),
                  rates.pulse(),
                  sweeper.pulse(),
                  scheduler.pulse(),
                  backfiller.pulse(),
                  childBatches.pulse()),
              signals.pulses(),
              access.pulses(),
              tls.pulses(),
              webhooks.pulses())
          .flatMap(List::stream)
          .map(pulse -> HealthCheck.immediate(pulse.name(), () -> pulse.beats(System.nanoTime())))
          .forEach(checks::add);
      List<Route> routes = new ArrayList<>();
      routes.addAll(
          new OperationRoutes(
                  checks,
                  new OperationRoutes.Scraping(metrics, loads::refresh, store.workspaces::name),
                  stopSignal)
              .routes());
      routes.add(SettingsRoute.of(configuration.effective()));
      routes.addAll(access.routes());
      routes.addAll(commands.routes());
      routes.addAll(
          new ReadRoutes(
                  database,
                  store.signals,
                  settings.pagination(),
                  settings.http().maxEventStreams(),
                  stopSignal,
                  calls.hosts::sick)
              .routes());
      routes.add(new McpRoute(routes, Build.CURRENT.version()).route());
      routes.addAll(PageRoutes.all());

      var table = new RouteTable(DocsRoutes.withDocs(routes));
      this.routes = table.routes();
      port =
          parts
              .add(
                  "http",
                  HttpServer.start(
                      settings.http(), tls.tls, table, access.gate(), metrics, stopSignal))
              .port();
      URI given = settings.http().hostUrl();
      hostUrl.complete(given != null ? given : URI.create(tls.scheme() + "://localhost:" + port));
      // Take work only once the server accepts requests.
      tls.start();
      access.start();
      signals.start();
      timekeeper.start();
      rates.start();
      sweeper.start();
      webhooks.start();
      scheduler.start();
      backfiller.start();
      childBatches.start();
    } catch (RuntimeException | Error e) {
      parts.close();
      throw e;
    }
  }

  /** Returns the longest time that a stop may take. */
  public static Duration stopLimit(Settings settings) {
    Duration least = Duration.ofSeconds(Limits.STOP_LEAST_SECS);
    Duration drain = settings.http().drainTimeout();
    return drain.compareTo(least) < 0 ? least : drain;
  }

  /**
   * Starts all components. If one fails to start, those started before it are stopped.
   *
   * @throws dev.edgewise.server.StartException with a message for the operator
   */
  public static Edgewise start(Configuration.Valid configuration) {
    long begun = System.nanoTime();
    var edgewise = new Edgewise(configuration);
    log.info(
        "Edgewise listens on {} after {} ms",
        edgewise.hostUrl(),
        (System.nanoTime() - begun) / 1_000_000);
    return edgewise;
  }

  /** Returns the port that the server listens on. */
  public int port() {
    return port;
  }

  /** Returns all routes. */
  List<Route> routes() {
    return routes;
  }

  /** Returns the URL under which webhook receivers and local users reach the server. */
  public URI hostUrl() {
    return hostUrl.join();
  }

  /** Stops everything in reverse order: requests first, the database last. */
  @Override
  public void close() {
    parts.close();
    log.info("Edgewise has stopped");
  }
}
