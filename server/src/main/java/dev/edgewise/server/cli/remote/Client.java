package dev.edgewise.server.cli.remote;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.server.http.Wire;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.net.ssl.SSLException;
import tools.jackson.core.JacksonException;
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
    if (access.tls() != null) {
      builder.sslContext(access.tls());
    }
    this.http = builder.build();
  }

  /** Reads the address in --server or EDGEWISE_URL. */
  static URI address(String text) {
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
        HttpRequest.newBuilder(at(path))
            .timeout(REQUEST_TIMEOUT)
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    access.allHeaders().forEach(request::setHeader);
    if (headers.length > 0) {
      request.headers(headers);
    }
    HttpResponse<String> response = exchange(request.build());
    if (response.statusCode() >= FIRST_ERROR_STATUS) {
      throw new ClientException(refusal(response));
    }
    return new ServerReply(
        response.body(),
        response.headers().firstValue("X-Batch-ID").map(UUID::fromString).orElse(null),
        response.headers().firstValue("X-Next-Cursor").orElse(null));
  }

  private HttpResponse<String> exchange(HttpRequest request) {
    try {
      return http.send(request, BodyHandlers.ofString());
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

  /** Returns the server's error message and what to do about it. */
  private static String refusal(HttpResponse<String> response) {
    JsonNode problem = problem(response.body());
    List<String> words = new ArrayList<>();
    words.add(problem.path("error").asString("The server answered " + response.statusCode()));
    String detail = problem.path("detail").asString("");
    JsonNode details = problem.path("details");
    if (details.isArray() && !details.isEmpty()) {
      details.forEach(each -> words.add("\n  - " + each.asString("")));
    } else if (!detail.isEmpty()) {
      words.add(detail);
    }
    String next =
        switch (response.statusCode()) {
          case 401 ->
              "Set EDGEWISE_TOKEN, or --token-file, to a key or JWT that the server accepts.";
          case 403 -> allowance(problem.path("type").asString(""));
          case 404 -> "`edgewise list` shows the existing batches and tasks.";
          case 409 -> "`edgewise explain TASK` shows the reasons.";
          case 503 -> "Try again in a moment.";
          default -> "";
        };
    String sentence = words.getFirst() + (words.size() > 1 ? ":" : ".");
    for (String word : words.subList(1, words.size())) {
      sentence += word.startsWith("\n") ? word : " " + word;
    }
    return next.isEmpty() ? sentence : sentence + " " + next;
  }

  /** What to do about a 403 of a type. */
  private static String allowance(String type) {
    if (type.equals(ErrorCode.FORBIDDEN.type())) {
      return "`edgewise key create --scopes` creates a key with other scopes.";
    }
    return type.equals(ErrorCode.CLIENT_CERTIFICATE_REQUIRED.type())
        ? "Name it with --cert-file and --key-file."
        : "";
  }

  private static JsonNode problem(String body) {
    try {
      return Wire.read(body.isBlank() ? "{}" : body, JsonNode.class);
    } catch (JacksonException e) {
      return Wire.read("{}", JsonNode.class);
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
