package dev.edgewise.server.cli.remote;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads a stream of events and opens it again after the last event when the connection breaks, such
 * as by a restart of the server. So each event arrives once and in order.
 */
public final class EventFeed {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final Client client;
  private final Output out;
  private @Nullable String last;

  public EventFeed(Client client, Output out) {
    this.client = client;
    this.out = out;
  }

  /** What is done with the events. */
  public interface Handler {

    void event(JsonNode data);

    /**
     * Called when all events that have arrived are handled.
     *
     * @return whether to stop reading
     */
    boolean settled() throws InterruptedException;

    /** Called when the server has ended the stream; returns whether to stop reading. */
    default boolean ended() throws InterruptedException {
      return settled();
    }
  }

  /** The id of the last event; null before the first. */
  public @Nullable String last() {
    return last;
  }

  /** Reads until the handler has enough. */
  public void follow(String path, Handler handler) throws InterruptedException {
    Duration pause = FIRST_PAUSE;
    boolean opened = false;
    boolean lost = false;
    while (true) {
      try (BufferedReader events =
          new BufferedReader(
              new InputStreamReader(client.open(path, last), StandardCharsets.UTF_8))) {
        if (lost) {
          out.note("The server is back.");
        }
        opened = true;
        lost = false;
        pause = FIRST_PAUSE;
        if (read(events, handler) || handler.ended()) {
          return;
        }
      } catch (IOException | ClientException e) {
        if (e instanceof ClientException refused && !(opened && refused.isPassing())) {
          throw refused;
        }
        if (!lost) {
          out.note("The connection to the server is lost. Trying again until it is back ...");
          lost = true;
        }
      }
      Thread.sleep(pause);
      pause = pause.multipliedBy(2);
      pause = pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
    }
  }

  /** Reads to the end of the stream, or until the handler has enough. */
  private boolean read(BufferedReader events, Handler handler)
      throws IOException, InterruptedException {
    StringBuilder data = new StringBuilder();
    String id = null;
    String line;
    while ((line = events.readLine()) != null) {
      if (line.startsWith("id: ")) {
        id = line.substring("id: ".length());
      } else if (line.startsWith("data: ")) {
        data.append(line, "data: ".length(), line.length());
      } else if (line.isEmpty()) {
        if (!data.isEmpty()) {
          handler.event(ClientJson.read(data.toString()));
          last = id;
          data.setLength(0);
        }
        if (!events.ready() && handler.settled()) {
          return true;
        }
      }
    }
    return false;
  }
}
