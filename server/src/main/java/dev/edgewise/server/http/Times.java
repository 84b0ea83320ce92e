package dev.edgewise.server.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;

/**
 * Times as requests may give them: RFC 3339 knows years of four digits, which PostgreSQL can keep.
 */
public final class Times {
  public static final String FORM = "an RFC 3339 time of the years 0001 to 9999";

  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

  private Times() {}

  /**
   * Reads a time.
   *
   * @throws DateTimeException for what is not of that form
   */
  public static Instant read(String text) {
    return checked(OffsetDateTime.parse(text).toInstant());
  }

  /**
   * Returns the time itself if it can be stored and written.
   *
   * @throws DateTimeException for a time that is too far away
   */
  public static Instant checked(Instant time) {
    if (time.isBefore(FIRST) || time.isAfter(LAST)) {
      throw new DateTimeException("too far away");
    }
    return time;
  }
}
