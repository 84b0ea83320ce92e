package dev.edgewise.server.http;

import dev.edgewise.api.Problem;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Sends an answer to the client. */
final class AnswerWriter {

  /** Answers up to this size are sent with a Content-Length; larger ones are streamed. */
  private static final int WHOLE_MAX_BYTES = 64 * 1024;

  /** Smaller answers fit into one packet without compression. */
  private static final int GZIP_MIN_BYTES = 1024;

  private static final int NO_CONTENT = 204;
  private static final String JSON = "application/json";

  private final ServerResponse out;
  private final Map<String, String> common;
  private final Form form;
  private final ClientConnection connection;
  private boolean begun;
  private boolean endsWithConnection;

  /** Which part of an answer is sent, and how it is encoded. */
  enum Form {
    HEAD_ONLY,
    PLAIN,
    GZIP
  }

  /**
   * @param common the headers of whatever is answered
   */
  AnswerWriter(
      ServerResponse out, Map<String, String> common, Form form, ClientConnection connection) {
    this.out = out;
    this.common = Map.copyOf(common);
    this.form = form;
    this.connection = connection;
  }

  /** Whether the client recognizes the end of the answer only by the end of the connection. */
  boolean endsWithConnection() {
    return endsWithConnection;
  }

  /** Whether some of an answer may have left, so that no other can take its place. */
  boolean begun() {
    return begun;
  }

  void write(Answer answer) throws IOException, InterruptedException {
    switch (answer.content()) {
      case Answer.Nothing() -> {
        begin(answer);
        if (answer.status() == NO_CONTENT) {
          NoContentLength.in(out);
        }
        out.send();
      }
      case Answer.Value(Object value) -> {
        var body = new Body(answer, value instanceof Problem ? Problems.MEDIA_TYPE : JSON);
        Wire.write(body, value);
        body.complete();
      }
      case Answer.Bytes(String mediaType, byte[] bytes) -> {
        begin(answer, mediaType);
        send(bytes, bytes.length, Encodings.compressible(mediaType));
      }
      case Answer.Streamed(String mediaType, Answer.Writing writing, _) -> {
        begin(answer, mediaType);
        if (form == Form.HEAD_ONLY) {
          out.send();
        } else {
          // A compressor would hold events back until its buffer is full.
          boolean events = mediaType.equals(EventStream.MEDIA_TYPE);
          // Closing ends the body, which one that fails must not seem to have reached.
          OutputStream body = stream(!events);
          writing.writeTo(body);
          body.close();
        }
      }
    }
  }

  private void begin(Answer answer) {
    begun = true;
    out.status(Status.create(answer.status()));
    out.header(HeaderNames.X_CONTENT_TYPE_OPTIONS, "nosniff");
    answer.headers().forEach(out::header);
    common.forEach(out::header);
  }

  private void begin(Answer answer, String mediaType) {
    begin(answer);
    out.header(HeaderNames.CONTENT_TYPE, mediaType);
  }

  /** Sends a body that is known as a whole. */
  private void send(byte[] bytes, int length, boolean compressible) throws IOException {
    if (form == Form.HEAD_ONLY) {
      out.contentLength(length);
      out.send();
    } else if (form == Form.GZIP && compressible && length >= GZIP_MIN_BYTES) {
      var packed = new ByteArrayOutputStream(length / 2);
      try (var gzip = new GZIPOutputStream(packed)) {
        gzip.write(bytes);
      }
      setGzipHeaders();
      out.send(packed.toByteArray());
    } else {
      out.send(bytes);
    }
  }

  private void setGzipHeaders() {
    out.header(HeaderNames.CONTENT_ENCODING, Encodings.GZIP);
    out.header(HeaderNames.VARY, HeaderNames.ACCEPT_ENCODING_NAME);
  }

  /** Opens the stream for a body of unknown length. */
  private OutputStream stream(boolean mayCompress) throws IOException {
    boolean gzip = mayCompress && form == Form.GZIP;
    if (gzip) {
      setGzipHeaders();
    }
    OutputStream plain;
    if (connection.reader().http10()) {
      endsWithConnection = true;
      plain = connection.closeDelimited(out);
    } else {
      plain = out.outputStream();
    }
    return gzip ? new GZIPOutputStream(plain, WHOLE_MAX_BYTES / 8) : plain;
  }

  /** Buffers a body up to {@link #WHOLE_MAX_BYTES} and streams it from there on. */
  private final class Body extends OutputStream {
    private final Answer answer;
    private final String mediaType;
    private final ByteArrayOutputStream start = new ByteArrayOutputStream(1024);
    private @Nullable OutputStream rest;
    private long length;

    Body(Answer answer, String mediaType) {
      this.answer = answer;
      this.mediaType = mediaType;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
      length += count;
      if (form == Form.HEAD_ONLY) {
        return;
      }
      if (rest == null && length > WHOLE_MAX_BYTES) {
        begin(answer, mediaType);
        rest = stream(true);
        start.writeTo(rest);
      }
      if (rest == null) {
        start.write(bytes, offset, count);
      } else {
        rest.write(bytes, offset, count);
      }
    }

    /**
     * Sends or ends the body. When a failure prevents this call, the client sees that the body is
     * incomplete.
     */
    void complete() throws IOException {
      if (rest == null) {
        begin(answer, mediaType);
        send(start.toByteArray(), Math.toIntExact(length), true);
      } else {
        rest.close();
      }
    }
  }
}
