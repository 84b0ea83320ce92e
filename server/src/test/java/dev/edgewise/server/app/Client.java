package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.http.Route;
import dev.edgewise.server.testing.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** A running server with an HTTP client that sends JSON to it. */
final class Client implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Edgewise edgewise;
  private final HttpClient http = HttpClient.newHttpClient();

  /** An answer. */
  record Reply(int status, JsonNode body, HttpResponse<String> raw) {

    /** The violated rules of a refused request. */
    String details() {
      assertThat(status).as(raw.body()).isEqualTo(400);
      return body.get("details")
          .valueStream()
          .map(JsonNode::asString)
          .collect(Collectors.joining("; "));
    }
  }

  private Client(Edgewise edgewise) {
    this.edgewise = edgewise;
  }

  static Client start(TestDatabase database, Map<String, String> flags) {
    return start(database.jdbcUrl(), flags);
  }

  static Client start(String jdbcUrl, Map<String, String> flags) {
    return new Client(Edgewise.start(EdgewiseTest.configuration(jdbcUrl, flags)));
  }

  int port() {
    return edgewise.port();
  }

  List<Route> routes() {
    return edgewise.routes();
  }

  Reply send(String method, String path, String body, String... headers) {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + edgewise.port() + path))
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      HttpResponse<String> raw = http.send(request.build(), BodyHandlers.ofString());
      String type = raw.headers().firstValue("Content-Type").orElse("");
      JsonNode parsed =
          type.contains("json") ? JSON.readTree(raw.body()) : JSON.getNodeFactory().nullNode();
      return new Reply(raw.statusCode(), parsed, raw);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  Reply get(String path) {
    return send("GET", path, "");
  }

  Reply post(String path, String body) {
    return send("POST", path, body);
  }

  Reply patch(String path, String body) {
    return send("PATCH", path, body);
  }

  @Override
  public void close() {
    http.close();
    edgewise.close();
  }
}
