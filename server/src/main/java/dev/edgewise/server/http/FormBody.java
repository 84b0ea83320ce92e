package dev.edgewise.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.api.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The body of a request that may be a form. */
public final class FormBody {

  private FormBody() {}

  /** Whether the body is declared as the fields of a form. */
  public static boolean isDeclared(Request request) {
    return RequestGuard.saysForm(request.in().headers());
  }

  /** Returns the body, as a text of at most so many bytes. */
  public static String text(Request request, int maxBytes) {
    try {
      byte[] bytes = request.bodyStream().readNBytes(maxBytes + 1);
      if (bytes.length > maxBytes) {
        throw ApiException.of(
            ErrorCode.BODY_TOO_LARGE, "The body must have at most %d bytes.".formatted(maxBytes));
      }
      return new String(bytes, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
