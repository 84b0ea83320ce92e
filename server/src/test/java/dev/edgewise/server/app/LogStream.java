package dev.edgewise.server.app;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The log of a task as Server-Sent Events. */
final class LogStream implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final InputStream body;
  private final Scanner lines;
  private @Nullable String lastId;

  LogStream(int port, String path, @Nullable String lastId)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .header("Accept", "text/event-stream");
    if (lastId != null) {
      request.header("Last-Event-ID", lastId);
    }
    HttpResponse<InputStream> answer = http.send(request.build(), BodyHandlers.ofInputStream());
    body = answer.body();
    lines = new Scanner(body, StandardCharsets.UTF_8);
  }

  /** The message of the next line; null when the stream has ended. */
  @Nullable String next() {
    while (lines.hasNextLine()) {
      String line = lines.nextLine();
      if (line.startsWith("id: ")) {
        lastId = line.substring(4);
      } else if (line.startsWith("data: ")) {
        JsonNode entry = JSON.readTree(line.substring(6));
        return entry.get("attempt").asInt() + " " + entry.get("message").asString();
      }
    }
    return null;
  }

  /** The messages up to the end of the stream. */
  List<String> rest() {
    List<String> all = new ArrayList<>();
    for (String each = next(); each != null; each = next()) {
      all.add(each);
    }
    return all;
  }

  /** The id of the last line that {@link #next} returned. */
  @Nullable String lastId() {
    return lastId;
  }

  @Override
  public void close() throws IOException {
    body.close();
    http.shutdownNow();
  }
}
