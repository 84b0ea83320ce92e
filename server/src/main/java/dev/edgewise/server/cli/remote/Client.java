package dev.edgewise.server.cli.remote;

import dev.edgewise.server.tls.TlsContexts;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** An HTTP client for the API of a server. */
public final class Client implements AutoCloseable {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration REQUEST_TIMEOUT = Duration.ofMinutes(2);
  private static final int FIRST_ERROR_STATUS = 400;

  private final ServerAccess access;
  private final URI server;
  private final HttpClient http;

  public Client(ServerAccess access) {
    this.access = access;
    this.server = access.server();
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT);
    SSLContext tls = access.tls();
    if (tls != null) {
      builder.sslContext(tls);
    } else if (!"https".equalsIgnoreCase(server.getScheme())) {
      builder.sslContext(TlsContexts.unused());
    }
    this.http = builder.build();
  }

  /** Reads the address in --server or EDGEWISE_URL. */
  public static URI address(String text) {
    String whole = text.contains("://") ? text : "http://" + text;
    try {
      URI uri = URI.create(whole.endsWith("/") ? whole.substring(0, whole.length() - 1) : whole);
      if (uri.getHost() != null
          && uri.getUserInfo() == null
          && uri.getScheme().startsWith("http")) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // Reported below.
    }
    throw new ClientException(
        "'" + text + "' is not a server address: write it like http://localhost:8085.");
  }

  /** Returns the URL of a path on the server. */
  public URI at(String path) {
    return URI.create(server + path);
  }

  /** Reads JSON. */
  public JsonNode get(String path) {
    return send("GET", path, "").json();
  }

  /**
   * Sends a request.
   *
   * @param body JSON; empty for a request without a body
   * @param headers alternating names and values
   * @throws ClientException when the server cannot be reached or returns an error
   */
  public ServerReply send(String method, String path, String body, String... headers) {
    HttpRequest.Builder request =
        request(path)
            .timeout(REQUEST_TIMEOUT)
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    if (headers.length > 0) {
      request.headers(headers);
    }
    HttpResponse<String> response = exchange(request.build(), BodyHandlers.ofString());
    if (response.statusCode() >= FIRST_ERROR_STATUS) {
      throw Refusals.exception(response.statusCode(), path, response.body());
    }
    return new ServerReply(response.body());
  }

  /**
   * Opens a stream of events.
   *
   * @param last the id of the last event that the client has seen; null for none
   */
  InputStream open(String path, @Nullable String last) throws IOException {
    HttpRequest.Builder request = request(path).header("Accept", "text/event-stream");
    if (last != null) {
      request.header("Last-Event-ID", last);
    }
    HttpResponse<InputStream> response = exchange(request.build(), BodyHandlers.ofInputStream());
    if (response.statusCode() >= FIRST_ERROR_STATUS) {
      try (InputStream body = response.body()) {
        throw Refusals.exception(
            response.statusCode(), path, new String(body.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    return response.body();
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(at(path));
    access.allHeaders().forEach(request::setHeader);
    return request;
  }

  private <T> HttpResponse<T> exchange(HttpRequest request, BodyHandler<T> handler) {
    try {
      return http.send(request, handler);
    } catch (HttpTimeoutException e) {
      throw new ClientException(
          "The server at " + server + " did not respond in time. Check its log.", e);
    } catch (ConnectException e) {
      throw new ClientException(
          "No server is listening at "
              + server
              + ". Start one with `edgewise serve`, or name another with --server or EDGEWISE_URL.",
          e);
    } catch (SSLException e) {
      throw new ClientException(
          "No secure connection to %s: %s. If its certificate comes from an authority of your own,"
                  .formatted(server, e.getMessage())
              + " name that with --ca-file or EDGEWISE_CA_FILE.",
          e);
    } catch (IOException e) {
      throw new ClientException(
          "The connection to " + server + " broke. Check that the server is running and try again.",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClientException("Interrupted while waiting for " + server + ".", e);
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
