package dev.edgewise.server.http;

import dev.edgewise.api.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The writing end of a stream of Server-Sent Events.
 *
 * <p>A writer loops until the {@link StopSignal} is given: it waits a few seconds for new entries,
 * sends them, and calls {@link #keepAlive} when there were none. When the client has disconnected,
 * the next send throws an {@link IOException}.
 */
public final class EventStream {

  /** The media type that a client accepts to get a stream instead of a list. */
  public static final String MEDIA_TYPE = "text/event-stream";

  private final OutputStream out;

  EventStream(OutputStream out) {
    this.out = out;
  }

  /** Writes events; returning ends the stream. */
  @FunctionalInterface
  public interface Writing {
    void writeTo(EventStream events) throws IOException, InterruptedException;
  }

  /**
   * Sends one event.
   *
   * @param id the client sends it as {@code Last-Event-ID} when it reconnects
   * @param event the event's type
   * @param data a wire record, or {@link Json}
   */
  public void send(String id, String event, Object data) throws IOException {
    String json =
        data instanceof Json(String text) ? text.replace("\n", "\ndata: ") : Wire.text(data);
    write("id: " + id + "\nevent: " + event + "\ndata: " + json + "\n\n");
  }

  /** Sends a comment, which keeps proxies from closing a quiet stream. */
  public void keepAlive() throws IOException {
    write(":\n\n");
  }

  private void write(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
