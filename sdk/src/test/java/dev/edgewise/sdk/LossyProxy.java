package dev.edgewise.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Forwards requests to a server, records what is posted to a path, and drops its first answers. */
final class LossyProxy implements AutoCloseable {

  private final HttpServer proxy;
  private final HttpClient client = HttpClient.newHttpClient();
  private final URI server;
  private final String lossyPath;
  private final AtomicInteger toLose;
  private final List<String> seen = new CopyOnWriteArrayList<>();

  /**
   * @param losses how many answers of the path are lost
   */
  LossyProxy(URI server, String lossyPath, int losses) throws IOException {
    this.server = server;
    this.lossyPath = lossyPath;
    this.toLose = new AtomicInteger(losses);
    this.proxy = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
    proxy.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    proxy.createContext("/", this::forward);
    proxy.start();
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + proxy.getAddress().getPort());
  }

  /** The bodies that came in on the lossy path. */
  List<String> seen() {
    return seen;
  }

  private void forward(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      byte[] body = exchange.getRequestBody().readAllBytes();
      boolean lossy = path.equals(lossyPath);
      if (lossy) {
        seen.add(new String(body, UTF_8));
      }
      HttpRequest request =
          HttpRequest.newBuilder(server.resolve(path))
              .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body))
              .build();
      HttpResponse<byte[]> answer = client.send(request, BodyHandlers.ofByteArray());
      if (lossy && toLose.getAndDecrement() > 0) {
        return;
      }
      exchange.sendResponseHeaders(answer.statusCode(), answer.body().length);
      exchange.getResponseBody().write(answer.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    proxy.stop(0);
    client.shutdownNow();
  }
}
