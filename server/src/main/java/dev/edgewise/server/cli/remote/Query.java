package dev.edgewise.server.cli.remote;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Builds the path of a request with its parameters. */
public final class Query {
  private final StringBuilder path;
  private boolean begun;

  private Query(String path) {
    this.path = new StringBuilder(path);
  }

  public static Query of(String path) {
    return new Query(path);
  }

  /** Adds a parameter unless its value is null. */
  public Query with(String name, @Nullable Object value) {
    if (value != null) {
      path.append(begun ? '&' : '?').append(name).append('=').append(encoded(value.toString()));
      begun = true;
    }
    return this;
  }

  /** A name as a segment of a path. */
  public static String segment(String name) {
    return encoded(name).replace("+", "%20");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
