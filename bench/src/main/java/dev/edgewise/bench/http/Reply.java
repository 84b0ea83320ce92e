package dev.edgewise.bench.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Locale;
import java.util.Map;

/** What a server answered. */
public final class Reply {

  /** The first status that says that something was not done. */
  static final int REFUSED = 300;

  private final int status;
  private final Map<String, String> headers;
  private final byte[] body;

  /**
   * An answer that was read.
   *
   * @param headers by their names in lower case
   */
  Reply(int status, Map<String, String> headers, byte[] body) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }

  public int status() {
    return status;
  }

  /** The value of a header, or an empty text. */
  public String header(String name) {
    return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
  }

  public byte[] body() {
    return body;
  }

  public String text() {
    return new String(body, UTF_8);
  }

  /** The same, if the server did what was asked. */
  public Reply accepted() {
    if (status >= REFUSED) {
      throw new IllegalStateException("answered " + status + ": " + text());
    }
    return this;
  }
}
