package dev.edgewise.sdk;

import dev.edgewise.api.Problem;
import dev.edgewise.sdk.json.JsonException;
import dev.edgewise.sdk.json.JsonReader;
import dev.edgewise.sdk.json.RecordBinding;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import javax.net.ssl.SSLException;

/** Sends requests to the server, and turns error answers and failures into exceptions. */
final class Transport implements AutoCloseable {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final int REFUSED = 300;

  private final ServerAccess access;
  private final String server;
  private final HttpClient http;

  Transport(ServerAccess access) {
    this.access = access;
    String text = access.server().toString();
    this.server = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT);
    if (access.tls() != null) {
      builder.sslContext(access.tls());
    }
    http = builder.build();
  }

  /**
   * Sends a request once.
   *
   * @throws EdgewiseException when the server answers with an error or cannot be reached
   */
  Reply send(Call call) throws InterruptedException {
    HttpResponse<String> response = exchange(call);
    if (response.statusCode() >= REFUSED) {
      throw new RefusedException(problem(response.statusCode(), response.body()));
    }
    return new Reply(response);
  }

  /**
   * Sends a request that is safe to repeat, and retries it while it may succeed later.
   *
   * @param longest how long to retry
   */
  Reply send(Call call, Duration longest) throws InterruptedException {
    long deadline = System.nanoTime() + longest.toNanos();
    var backoff = new Backoff();
    while (true) {
      try {
        return send(call);
      } catch (EdgewiseException e) {
        Duration pause = backoff.next();
        if (!e.passing() || deadline - System.nanoTime() < pause.toNanos()) {
          throw e;
        }
        Thread.sleep(pause);
      }
    }
  }

  /** Opens a stream of events; any failure ends the stream. */
  void open(Call call, EventLines lines) {
    try {
      var _ =
          http.sendAsync(request(call).build(), lines.reading())
              .whenComplete((_, _) -> lines.onComplete());
    } catch (UnreachableException e) {
      lines.onComplete();
    }
  }

  private HttpResponse<String> exchange(Call call) throws InterruptedException {
    try {
      return http.send(request(call).timeout(call.timeout()).build(), BodyHandlers.ofString());
    } catch (SSLException e) {
      throw new UnreachableException(
          "No secure connection to "
              + server
              + ": "
              + e.getMessage()
              + ". If its certificate comes from an authority of your own, name that with"
              + " ServerAccess.authorities or EDGEWISE_CA_FILE.",
          e);
    } catch (IOException e) {
      throw new UnreachableException("No answer from " + server + ": " + e, e);
    }
  }

  private HttpRequest.Builder request(Call call) {
    String body = call.body();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server + call.path()))
            .method(
                call.method(),
                body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (body != null) {
      request.header("Content-Type", "application/json");
    }
    access.headers().forEach(request::setHeader);
    call.headers().forEach(request::setHeader);
    return request;
  }

  /** The problem document of an error answer; a proxy may have answered with something else. */
  static Problem problem(int status, String body) {
    try {
      return RecordBinding.bind(JsonReader.read(body), Problem.class);
    } catch (JsonException e) {
      return new Problem(
          "about:blank",
          "HTTP " + status,
          status,
          null,
          "The server answered " + status,
          null,
          null,
          null,
          null);
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
