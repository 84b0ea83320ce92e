package dev.edgewise.server.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;

/**
 * Parses times of requests. RFC 3339 allows years of four digits, all of which PostgreSQL can
 * store.
 */
public final class Times {
  public static final String FORM = "an RFC 3339 time of the years 0001 to 9999";

  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

  private Times() {}

  /**
   * Parses a time.
   *
   * @throws DateTimeException for a text of another form
   */
  public static Instant read(String text) {
    return checked(OffsetDateTime.parse(text).toInstant());
  }

  /**
   * Returns the time if it is in the supported range.
   *
   * @throws DateTimeException for a time outside the range
   */
  public static Instant checked(Instant time) {
    if (time.isBefore(FIRST) || time.isAfter(LAST)) {
      throw new DateTimeException("outside the years 0001 to 9999");
    }
    return time;
  }
}
