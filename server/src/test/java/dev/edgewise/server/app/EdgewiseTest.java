package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.server.StartException;
import dev.edgewise.server.config.Configuration;
import dev.edgewise.server.config.ConfigurationReader;
import dev.edgewise.server.testing.TestDatabase;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class EdgewiseTest {

  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void aServerOnAnEmptyDatabaseCreatesTheSchemaAndIsReady() throws Exception {
    try (var database = TestDatabase.openEmpty();
        var edgewise = Edgewise.start(configuration(database.jdbcUrl()))) {
      for (String path : new String[] {"/health", "/ready", "/readyz", "/livez"}) {
        assertThat(get(edgewise, path).statusCode()).as(path).isEqualTo(200);
      }
      for (String part :
          new String[] {
            "database",
            "committer-0",
            "committer-1",
            "counters",
            "timekeeper",
            "sweeper",
            "scheduler",
            "node-signals-in",
            "node-signals-out",
            "webhook-results",
            "webhook-renewals",
            "dispatcher",
            "deliverer"
          }) {
        assertThat(get(edgewise, "/ready").body()).contains("\"%s\":\"up\"".formatted(part));
      }
      assertThat(get(edgewise, "/metrics").body())
          .contains(
              "jvm_memory_used_bytes",
              "hikaricp_connections_active",
              "http_server_requests_seconds_count",
              "edgewise_info{version=");
      assertThat(get(edgewise, "/config").body())
          .contains("{\"name\":\"DATABASE_URL\",\"value\":\"****\",\"source\":\"environment\"}")
          .contains("{\"name\":\"PORT\",\"value\":\"0\",\"source\":\"environment\"}");
      assertThat(get(edgewise, "/api-docs/openapi.json").statusCode()).isEqualTo(200);
      assertThat(edgewise.hostUrl()).isEqualTo(URI.create("http://localhost:" + edgewise.port()));
    }
  }

  @Test
  void twoServersStartOnOneEmptyDatabaseAtOnce() throws Exception {
    try (var database = TestDatabase.openEmpty()) {
      var configuration = configuration(database.jdbcUrl());
      Edgewise[] servers = new Edgewise[2];
      Thread first = Thread.ofVirtual().start(() -> servers[0] = Edgewise.start(configuration));
      servers[1] = Edgewise.start(configuration);
      first.join();
      try (var one = servers[0];
          var two = servers[1]) {
        assertThat(get(one, "/ready").statusCode()).isEqualTo(200);
        assertThat(get(two, "/ready").statusCode()).isEqualTo(200);
      }
    }
  }

  @Test
  void aDatabaseThatCannotBeReachedEndsTheStart() {
    var configuration =
        configuration("jdbc:postgresql://127.0.0.1:1/none", Map.of("DATABASE_WAIT_SECS", "1"));
    assertThatThrownBy(() -> Edgewise.start(configuration)).isInstanceOf(StartException.class);
  }

  private HttpResponse<String> get(Edgewise edgewise, String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + edgewise.port() + path);
    return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }

  private static Configuration.Valid configuration(String url) {
    return configuration(url, Map.of());
  }

  static Configuration.Valid configuration(String url, Map<String, String> flags) {
    var environment = Map.of("DATABASE_URL", url, "PORT", "0", "BIND_ADDRESS", "127.0.0.1");
    return (Configuration.Valid) ConfigurationReader.read(flags, environment);
  }
}
