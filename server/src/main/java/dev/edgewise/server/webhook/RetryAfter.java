package dev.edgewise.server.webhook;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Pattern;

/** Parses Retry-After headers. */
final class RetryAfter {

  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");

  private RetryAfter() {}

  /** Parses a number of seconds or an HTTP date; empty for anything else. */
  static Optional<Duration> read(String text, Instant now) {
    String value = text.strip();
    Optional<Duration> seconds = seconds(value);
    if (seconds.isPresent()) {
      return seconds;
    }
    try {
      Instant at = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return Optional.of(at.isAfter(now) ? Duration.between(now, at) : Duration.ZERO);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** Parses a number of seconds; empty for anything else. */
  static Optional<Duration> seconds(String text) {
    return SECONDS.matcher(text).matches()
        ? Optional.of(Duration.ofSeconds(Long.parseLong(text)))
        : Optional.empty();
  }
}
