package dev.edgewise.server.expression;

import dev.edgewise.core.readiness.CallTerms;
import dev.edgewise.core.readiness.WaitTerms;
import dev.edgewise.core.readiness.WaitTerms.Kind;
import dev.edgewise.server.config.Limits;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads what a task waits for or calls from its definition, in which every expression has been
 * evaluated.
 */
final class Beginnings {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String APPROVAL = "approval";
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

  private Beginnings() {}

  /** Whether a task waits for an approval. */
  static boolean asksForApproval(@Nullable String wait) {
    return wait != null && JSON.readTree(wait).has(APPROVAL);
  }

  /**
   * Reads a wait.
   *
   * @param now the time from which durations count
   * @throws ExpressionException when an evaluated value cannot be used
   */
  static WaitTerms wait(String json, Instant now) {
    JsonNode wait = JSON.readTree(json);
    Instant timeout =
        wait.has("timeout") ? now.plus(duration("wait.timeout", wait.get("timeout"))) : null;
    if (wait.has("for")) {
      return timed(Kind.FOR, now.plus(duration("wait.for", wait.get("for"))), null, timeout);
    }
    if (wait.has("until")) {
      Instant until = time(wait.get("until"));
      return timed(Kind.UNTIL, until, until, timeout);
    }
    if (wait.has("signal")) {
      JsonNode signal = wait.get("signal");
      String name = text("wait.signal.name", signal.get("name"), Limits.SIGNAL_NAME_MAX_BYTES);
      String key =
          signal.has("key")
              ? text("wait.signal.key", signal.get("key"), Limits.SIGNAL_KEY_MAX_BYTES)
              : null;
      return new WaitTerms(Kind.SIGNAL, timeout, null, timeout != null, name, key, null, null);
    }
    JsonNode approval = wait.get(APPROVAL);
    return new WaitTerms(
        Kind.APPROVAL,
        timeout,
        null,
        timeout != null,
        null,
        null,
        shown("wait.approval.title", approval.get("title"), Limits.APPROVAL_TITLE_MAX_BYTES),
        shown("wait.approval.text", approval.get("text"), Limits.APPROVAL_TEXT_MAX_BYTES));
  }

  private static WaitTerms timed(
      Kind kind, Instant end, @Nullable Instant until, @Nullable Instant timeout) {
    boolean expires = timeout != null && timeout.isBefore(end);
    Instant due = expires ? timeout : end;
    return new WaitTerms(kind, due, until, expires, null, null, null, null);
  }

  /**
   * Reads a call.
   *
   * @throws ExpressionException when an evaluated value cannot be used
   */
  static CallTerms call(String json) {
    JsonNode call = JSON.readTree(json);
    JsonNode version = call.get("version");
    JsonNode inputs = call.get("inputs");
    return new CallTerms(
        text("call.workflow", call.get("workflow"), Limits.NAME_MAX_BYTES),
        version == null ? null : version.intValue(),
        inputs == null ? null : JSON.writeValueAsString(inputs));
  }

  private static Duration duration(String path, JsonNode value) {
    try {
      Duration duration = Duration.parse(value.isString() ? value.stringValue() : "");
      if (!duration.isNegative() && duration.toDays() <= Limits.WAIT_MAX_DAYS) {
        return duration;
      }
    } catch (DateTimeException e) {
      // Falls through to the common refusal.
    }
    throw new ExpressionException(
        "%s: must be an ISO 8601 duration of at most %d days, not %s"
            .formatted(path, Limits.WAIT_MAX_DAYS, quoted(value)));
  }

  private static Instant time(JsonNode value) {
    try {
      Instant time = OffsetDateTime.parse(value.isString() ? value.stringValue() : "").toInstant();
      if (!time.isAfter(LAST)) {
        return time;
      }
    } catch (DateTimeException e) {
      // Falls through to the common refusal.
    }
    throw new ExpressionException("wait.until: must be an RFC 3339 time, not " + quoted(value));
  }

  private static String text(String path, @Nullable JsonNode value, int maxBytes) {
    String text = value == null || value.isNull() ? "" : shownText(value);
    if (text.isEmpty()) {
      throw new ExpressionException(path + ": must not be empty");
    }
    return checked(path, text, maxBytes);
  }

  private static @Nullable String shown(String path, @Nullable JsonNode value, int maxBytes) {
    return value == null || value.isNull() ? null : checked(path, shownText(value), maxBytes);
  }

  private static String shownText(JsonNode value) {
    return value.isString() ? value.stringValue() : JSON.writeValueAsString(value);
  }

  private static String checked(String path, String text, int maxBytes) {
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > maxBytes) {
      throw new ExpressionException(
          "%s: must be at most %d bytes, not %d".formatted(path, maxBytes, bytes));
    }
    return text;
  }

  private static String quoted(JsonNode value) {
    return Values.quoted(shownText(value));
  }
}
