package dev.edgewise.server.store.read;

import java.sql.Timestamp;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A span of time without its ends; null leaves an end open. */
public record Span(@Nullable Instant after, @Nullable Instant before) {
  public static final Span ALWAYS = new Span(null, null);

  @Nullable Timestamp afterColumn() {
    return after == null ? null : Timestamp.from(after);
  }

  @Nullable Timestamp beforeColumn() {
    return before == null ? null : Timestamp.from(before);
  }
}
