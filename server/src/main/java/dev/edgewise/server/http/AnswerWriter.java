package dev.edgewise.server.http;

import dev.edgewise.api.Problem;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Puts an answer on the wire. */
final class AnswerWriter {

  /** Answers up to this size are sent at once and with their length. */
  private static final int WHOLE_MAX_BYTES = 64 * 1024;

  private AnswerWriter() {}

  static void write(Answer answer, boolean headOnly, ServerResponse out)
      throws IOException, InterruptedException {
    out.status(Status.create(answer.status()));
    out.header(HeaderNames.X_CONTENT_TYPE_OPTIONS, "nosniff");
    answer.headers().forEach(out::header);
    switch (answer.content()) {
      case Answer.Nothing() -> out.send();
      case Answer.Value(Object value) -> {
        out.header(
            HeaderNames.CONTENT_TYPE,
            value instanceof Problem ? Problems.MEDIA_TYPE : "application/json");
        try (var body = new Body(out, headOnly)) {
          Wire.write(body, value);
          body.complete();
        }
      }
      case Answer.Bytes(String mediaType, byte[] bytes) -> {
        out.header(HeaderNames.CONTENT_TYPE, mediaType);
        send(out, bytes, headOnly);
      }
      case Answer.Streamed(String mediaType, Answer.Writing writing) -> {
        out.header(HeaderNames.CONTENT_TYPE, mediaType);
        if (headOnly) {
          out.send();
        } else {
          try (OutputStream body = out.outputStream()) {
            writing.writeTo(body);
          }
        }
      }
    }
  }

  private static void send(ServerResponse out, byte[] bytes, boolean headOnly) {
    if (headOnly) {
      out.contentLength(bytes.length);
      out.send();
    } else {
      out.send(bytes);
    }
  }

  /** Collects a body until it is complete or too large, and streams from there on. */
  private static final class Body extends OutputStream {
    private final ServerResponse response;
    private final boolean headOnly;
    private final ByteArrayOutputStream start = new ByteArrayOutputStream(1024);
    private @Nullable OutputStream rest;

    Body(ServerResponse response, boolean headOnly) {
      this.response = response;
      this.headOnly = headOnly;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (rest == null && start.size() + length > WHOLE_MAX_BYTES && !headOnly) {
        rest = response.outputStream();
        start.writeTo(rest);
      }
      if (rest == null) {
        start.write(bytes, offset, length);
      } else {
        rest.write(bytes, offset, length);
      }
    }

    /** Ends the body; without this call a failure leaves it visibly incomplete. */
    void complete() throws IOException {
      if (rest == null) {
        send(response, start.toByteArray(), headOnly);
      } else {
        rest.close();
      }
    }
  }
}
