package dev.edgewise.server.http.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.DatabaseSettings;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.http.RunningServer;
import dev.edgewise.server.http.StopSignal;
import dev.edgewise.server.postgres.EmbeddedPostgres;
import dev.edgewise.server.postgres.PostgresSettings;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What clients see while the database is away, and when it is back. */
@Timeout(180)
class OutageTest {

  @TempDir Path folder;

  @Test
  void anOutageIsA503UntilTheDatabaseIsBack() throws Exception {
    var postgresSettings =
        new PostgresSettings(folder, Path.of("target", "test-postgres"), 20, Map.of());
    EmbeddedPostgres postgres = EmbeddedPostgres.start(postgresSettings);
    var address = postgres.address();
    try (var database =
            Database.open(
                DatabaseSettings.of(address.jdbcUrl(), address.user(), address.password()));
        var server = serving(database)) {
      assertThat(server.get("/ready").statusCode()).isEqualTo(200);
      assertThat(server.get("/answer").body()).isEqualTo("42");

      postgres.close();
      await().until(() -> server.get("/ready").statusCode() == 503);
      assertThat(server.get("/health").body())
          .isEqualTo("{\"status\":\"down\",\"checks\":{\"database\":\"down\"}}");
      assertThat(server.get("/livez").statusCode()).isEqualTo(200);
      var refused = server.get("/answer");
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.headers().firstValue("retry-after")).isPresent();
      assertThat(refused.body()).doesNotContain("SELECT", "jdbc", "127.0.0.1", "org.postgresql");

      postgres = EmbeddedPostgres.start(postgresSettings);
      assertThat(postgres.address()).isEqualTo(address);
      await().atMost(Duration.ofSeconds(60)).until(() -> server.get("/ready").statusCode() == 200);
      await().atMost(Duration.ofSeconds(60)).until(() -> server.get("/answer").body().equals("42"));
    } finally {
      postgres.close();
    }
  }

  @Test
  void aServerThatStopsIsNotReadyButAliveWhileItDrains() throws Exception {
    var stopSignal = new StopSignal();
    var routes = new OperationRoutes(List.of(), scraping(), stopSignal).routes();
    try (var server = new RunningServer(Map.of(), stopSignal, routes.toArray(Route[]::new))) {
      assertThat(server.get("/readyz").statusCode()).isEqualTo(200);
      stopSignal.give();
      assertThat(server.get("/readyz").body()).contains("\"server\":\"stopping\"");
      assertThat(server.get("/readyz").statusCode()).isEqualTo(503);
      assertThat(server.get("/livez").statusCode()).isEqualTo(200);
    }
  }

  private static OperationRoutes.Scraping scraping() {
    return new OperationRoutes.Scraping(
        new PrometheusMeterRegistry(PrometheusConfig.DEFAULT), () -> {}, _ -> Optional.empty());
  }

  private static RunningServer serving(Database database) {
    List<Route> routes =
        new ArrayList<>(
            new OperationRoutes(
                    List.of(new HealthCheck("database", database::ping)),
                    scraping(),
                    new StopSignal())
                .routes());
    routes.add(
        Route.get("/answer", "A query")
            .open()
            .by(request ->
                Answer.ok(
                    database
                        .reader()
                        .withHandle(
                            handle -> handle.createQuery("SELECT 42").mapTo(int.class).one()))));
    return new RunningServer(Map.of(), routes.toArray(Route[]::new));
  }
}
