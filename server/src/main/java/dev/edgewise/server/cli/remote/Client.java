package dev.edgewise.server.cli.remote;

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
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Asks a server. */
public final class Client implements AutoCloseable {

  private static final Duration CONNECT_PATIENCE = Duration.ofSeconds(10);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int REFUSED = 400;

  private final URI server;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_PATIENCE)
          .build();

  public Client(URI server) {
    this.server = server;
  }

  /** A client of the server at an address that somebody typed. */
  static Client of(String address) {
    String whole = address.contains("://") ? address : "http://" + address;
    try {
      URI uri = URI.create(whole.endsWith("/") ? whole.substring(0, whole.length() - 1) : whole);
      if (uri.getHost() != null && uri.getScheme().startsWith("http")) {
        return new Client(uri);
      }
    } catch (IllegalArgumentException e) {
      // Falls through: what is no URI is no address.
    }
    throw new ClientException(
        "'" + address + "' is no address of a server: write it like http://localhost:8085.");
  }

  /** The address of a page or resource of the server. */
  public URI at(String path) {
    return URI.create(server + path);
  }

  public JsonNode get(String path) {
    return send("GET", path, "").json();
  }

  /**
   * Sends a request.
   *
   * @param body JSON; empty sends none
   * @param headers names and values in turn
   * @throws ClientException when the server cannot be reached or refuses
   */
  public Reply send(String method, String path, String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(at(path))
            .timeout(PATIENCE)
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    if (headers.length > 0) {
      request.headers(headers);
    }
    HttpResponse<String> response = exchange(request.build());
    if (response.statusCode() >= REFUSED) {
      throw new ClientException(refusal(response));
    }
    return new Reply(
        response.body(),
        response.headers().firstValue("X-Batch-ID").map(UUID::fromString).orElse(null),
        response.headers().firstValue("X-Next-Cursor").orElse(null));
  }

  private HttpResponse<String> exchange(HttpRequest request) {
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (HttpTimeoutException e) {
      throw new ClientException(
          "The server at " + server + " does not answer: look at its log.", e);
    } catch (ConnectException e) {
      throw new ClientException(
          "No server answers at "
              + server
              + ": start one with `edgewise serve`, or name another with --server or EDGEWISE_URL.",
          e);
    } catch (IOException e) {
      throw new ClientException(
          "The connection to " + server + " broke: check whether it still runs, and try again.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClientException("Interrupted while waiting for " + server + ".", e);
    }
  }

  /** The server's own words, and what to do about them. */
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
          case 404 -> "`edgewise list` shows what there is.";
          case 409 -> "`edgewise explain TASK` says more.";
          case 503 -> "Try again in a moment.";
          default -> "";
        };
    String sentence = words.getFirst() + (words.size() > 1 ? ":" : ".");
    for (String word : words.subList(1, words.size())) {
      sentence += word.startsWith("\n") ? word : " " + word;
    }
    return next.isEmpty() ? sentence : sentence + " " + next;
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
