package dev.edgewise.server.cli.demo;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.edgewise.server.http.Wire;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;

/**
 * The webhook receiver of the demo. It accepts each call at once, does the work that the body
 * describes, and reports the end to the handle of the call.
 */
public final class Receiver implements AutoCloseable {

  private static final int ACCEPTED = 202;
  private static final String HANDLE = "handle=";

  private final HttpServer http;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private Receiver() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.setExecutor(threads);
    http.createContext("/", this::take);
    http.start();
  }

  /** Starts a receiver on a free port. */
  public static Receiver start() {
    try {
      return new Receiver();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the base URL of the receiver. */
  URI address() {
    return URI.create("http://127.0.0.1:" + http.getAddress().getPort());
  }

  private void take(HttpExchange exchange) throws IOException {
    JsonNode work;
    URI handle;
    int attempt;
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      work = Wire.read(body.isEmpty() ? "{}" : body, JsonNode.class);
      handle = handle(exchange.getRequestURI());
      attempt = Integer.parseInt(exchange.getRequestHeaders().getFirst("X-Task-Attempt"));
      exchange.sendResponseHeaders(ACCEPTED, -1);
    }
    StepResult result = StepResult.of(work, attempt);
    if (result != null) {
      report(handle, Wire.text(result.completion()));
    }
  }

  private void report(URI handle, String completion) {
    try {
      client.send(
          HttpRequest.newBuilder(handle)
              .header("Content-Type", "application/json")
              .method("PATCH", BodyPublishers.ofString(completion))
              .build(),
          BodyHandlers.discarding());
    } catch (IOException | InterruptedException e) {
      // The demo is ending.
    }
  }

  private static URI handle(URI called) {
    String query = called.getRawQuery();
    String encoded = query.substring(query.indexOf(HANDLE) + HANDLE.length()).split("&", 2)[0];
    return URI.create(URLDecoder.decode(encoded, StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
    client.shutdownNow();
  }
}
