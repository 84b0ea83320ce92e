package dev.edgewise.server.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The response to a request, as a handler returns it.
 *
 * @param headers in addition to those that belong to the content
 */
public record Answer(int status, Map<String, String> headers, Content content) {

  public Answer {
    headers = Map.copyOf(headers);
  }

  /** The body of an answer. */
  public sealed interface Content {}

  /** No body. */
  public record Nothing() implements Content {}

  /** A value that is written as JSON; an Iterable or Iterator is written as it is produced. */
  public record Value(Object value) implements Content {}

  /** Bytes that are sent unchanged. */
  @SuppressWarnings("ArrayRecordComponent") // Only ever sent, never compared.
  public record Bytes(String mediaType, byte[] bytes) implements Content {}

  /**
   * A body that is written piece by piece, such as a stream of events.
   *
   * @param end runs after the answer was sent or has failed, whether or not the body was written
   */
  public record Streamed(String mediaType, Writing writing, Runnable end) implements Content {
    public Streamed(String mediaType, Writing writing) {
      this(mediaType, writing, () -> {});
    }
  }

  /** Writes a streamed body. */
  @FunctionalInterface
  public interface Writing {
    void writeTo(OutputStream out) throws IOException, InterruptedException;
  }

  public static Answer ok(Object value) {
    return json(200, value);
  }

  public static Answer json(int status, Object value) {
    return new Answer(status, Map.of(), new Value(value));
  }

  public static Answer empty(int status) {
    return new Answer(status, Map.of(), new Nothing());
  }

  public static Answer bytes(String mediaType, byte[] bytes) {
    return new Answer(200, Map.of(), new Bytes(mediaType, bytes));
  }

  /** Server-Sent Events; the stream ends when {@code writing} returns. */
  public static Answer events(EventStream.Writing writing) {
    return events(writing, () -> {});
  }

  /**
   * Server-Sent Events; the stream ends when {@code writing} returns.
   *
   * @param end runs after the stream has ended, or when the client wanted only the headers
   */
  public static Answer events(EventStream.Writing writing, Runnable end) {
    return new Answer(
        200,
        Map.of("Cache-Control", "no-store", "X-Accel-Buffering", "no"),
        new Streamed(EventStream.MEDIA_TYPE, out -> writing.writeTo(new EventStream(out)), end));
  }

  /** Runs the end action of a streamed body, after the answer was sent or has failed. */
  void end() {
    if (content instanceof Streamed streamed) {
      streamed.end().run();
    }
  }

  /** This answer with one more header. */
  public Answer header(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Answer(status, more, content);
  }
}
