package dev.edgewise.server.cli.demo;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.edgewise.server.cli.remote.Client;
import dev.edgewise.server.cli.remote.ClientException;
import dev.edgewise.server.http.Wire;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;

/**
 * Somebody else's service: it takes the webhooks of the examples, says yes at once, does what their
 * body says, and reports the end to the handle that came with the call.
 */
public final class Receiver implements AutoCloseable {

  private static final int ACCEPTED = 202;
  private static final String HANDLE = "handle=";

  private final HttpServer http;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Client client;

  private Receiver(Client client) throws IOException {
    this.client = client;
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.setExecutor(threads);
    http.createContext("/", this::take);
    http.start();
  }

  /**
   * Starts one on a free port.
   *
   * @param client reports to the server
   */
  public static Receiver start(Client client) {
    try {
      return new Receiver(client);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where it takes calls. */
  URI address() {
    return URI.create("http://127.0.0.1:" + http.getAddress().getPort());
  }

  private void take(HttpExchange exchange) throws IOException {
    JsonNode work;
    String handle;
    int attempt;
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      work = Wire.read(body.isEmpty() ? "{}" : body, JsonNode.class);
      handle = handle(exchange.getRequestURI());
      attempt = Integer.parseInt(exchange.getRequestHeaders().getFirst("X-Task-Attempt"));
      exchange.sendResponseHeaders(ACCEPTED, -1);
    }
    Outcome outcome = Outcome.of(work, attempt);
    if (outcome == null) {
      return;
    }
    try {
      client.send("PATCH", handle, Wire.text(outcome.completion()));
    } catch (ClientException e) {
      // The task was canceled meanwhile, or the demo is ending.
    }
  }

  /** The path of the handle; the server is the one that the client knows. */
  private static String handle(URI called) {
    String query = called.getRawQuery();
    String encoded = query.substring(query.indexOf(HANDLE) + HANDLE.length()).split("&", 2)[0];
    URI handle = URI.create(URLDecoder.decode(encoded, StandardCharsets.UTF_8));
    return handle.getRawPath() + "?" + handle.getRawQuery();
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }
}
