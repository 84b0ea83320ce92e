package dev.edgewise.server.http.operations;

import dev.edgewise.api.Health;
import dev.edgewise.api.Scope;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.Handler;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.http.StopSignal;
import dev.edgewise.server.store.access.WorkspaceName;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The routes of health, readiness and metrics. */
public final class OperationRoutes {

  private static final String UP = "up";
  private static final String DOWN = "down";
  private static final String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final List<HealthCheck> checks;
  private final Scraping metrics;
  private final StopSignal stopSignal;

  /**
   * What the metrics come from.
   *
   * @param refresh brings the metrics up to date that are read from the database
   * @param workspaces returns the name of a workspace; empty when it was deleted
   */
  public record Scraping(
      PrometheusMeterRegistry registry,
      Runnable refresh,
      Function<Workspace, Optional<WorkspaceName>> workspaces) {}

  public OperationRoutes(List<HealthCheck> checks, Scraping metrics, StopSignal stopSignal) {
    this.checks = List.copyOf(checks);
    this.metrics = metrics;
    this.stopSignal = stopSignal;
  }

  public List<Route> routes() {
    Handler alive = request -> Answer.ok(new Health(UP, Map.of()));
    return List.of(
        probe("/health", "Whether the server and the database work")
            .operation("getHealth")
            .by(request -> health(false)),
        probe("/ready", "Whether the server accepts requests")
            .operation("getReady")
            .by(request -> health(true)),
        // Orchestrators may use any address of the server.
        probe("/readyz", "Whether the server accepts requests")
            .operation("getReadyz")
            .forAnyHost()
            .by(request -> health(true)),
        probe("/livez", "Whether the process is alive")
            .operation("getLivez")
            .forAnyHost()
            .by(alive),
        Route.get("/metrics", "Metrics in the Prometheus text format")
            .metricsToken()
            .operation("getMetrics")
            .answers(200, String.class)
            .whileStopping()
            .by(this::metrics));
  }

  private static Route.Draft probe(String path, String summary) {
    return Route.get(path, summary)
        .open()
        .withoutCertificate()
        .whileStopping()
        .answers(200, Health.class)
        .answers(503, Health.class);
  }

  private Answer health(boolean readiness) throws InterruptedException {
    Map<String, String> states = new LinkedHashMap<>();
    for (HealthCheck check : checks) {
      states.put(check.name(), check.passes() ? UP : DOWN);
    }
    if (readiness && stopSignal.given()) {
      states.put("server", "stopping");
    }
    boolean up = states.values().stream().allMatch(UP::equals);
    Answer answer =
        Answer.json(up ? 200 : 503, new Health(up ? UP : DOWN, states))
            .header("Cache-Control", "no-store");
    return up ? answer : answer.header("Retry-After", String.valueOf(Limits.RETRY_AFTER_SECS));
  }

  private Answer metrics(Request request) {
    metrics.refresh().run();
    String all = metrics.registry().scrape();
    String shown =
        request.principal().has(Scope.ADMIN)
            ? all
            : MetricsText.of(
                metrics
                    .workspaces()
                    .apply(request.workspace())
                    .map(WorkspaceName::toString)
                    .orElse(""),
                all);
    return Answer.bytes(METRICS_TYPE, shown.getBytes(StandardCharsets.UTF_8));
  }
}
