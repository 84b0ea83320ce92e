package dev.edgewise.server.http.submission;

import dev.edgewise.api.Json;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.Times;
import dev.edgewise.server.http.Wire;
import dev.edgewise.server.input.Cursor;
import dev.edgewise.server.input.JsonText;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what a task waits for, or which workflow it calls; expressions are left as they are. */
final class WaitReader {
  private static final List<String> FORMS = List.of("for", "until", "signal", "approval");
  private static final List<String> MEMBERS =
      List.of("for", "until", "signal", "approval", "timeout");
  private static final List<String> SIGNAL_MEMBERS = List.of("name", "key");
  private static final List<String> APPROVAL_MEMBERS = List.of("title", "text");
  private static final List<String> CALL_MEMBERS = List.of("workflow", "version", "inputs");

  private final Cursor in;

  WaitReader(Cursor in) {
    this.in = in;
  }

  /** Reads the member {@code wait}; null if it is null. */
  @Nullable String waitFor() {
    if (!in.object()) {
      return in.isNull() ? null : "{}";
    }
    Map<String, Object> wait = new LinkedHashMap<>();
    while (in.nextMember()) {
      String member = in.member();
      Object value =
          switch (member) {
            case "for" -> duration(true, Limits.WAIT_MAX_DAYS);
            case "timeout" -> duration(false, Limits.WAIT_MAX_DAYS);
            case "until" -> time();
            case "signal" -> signal();
            case "approval" -> approval();
            default -> {
              in.unknown(MEMBERS);
              yield null;
            }
          };
      if (value != null) {
        wait.put(member, value);
      }
    }
    if (wait.keySet().stream().filter(FORMS::contains).count() != 1) {
      in.violation("must have exactly one of " + String.join(", ", FORMS));
    }
    return Wire.text(wait);
  }

  /** Reads the member {@code call}; null if it is null. */
  @Nullable String call() {
    if (!in.object()) {
      return in.isNull() ? null : "{}";
    }
    Map<String, Object> call = new LinkedHashMap<>();
    while (in.nextMember()) {
      String member = in.member();
      Object value =
          switch (member) {
            case "workflow" -> in.text(Limits.NAME_MAX_BYTES);
            case "version" -> in.whole(1, Integer.MAX_VALUE);
            case "inputs" -> {
              String inputs = in.jsonObject(Limits.INPUTS_MAX_BYTES);
              yield inputs == null ? null : new Json(inputs);
            }
            default -> {
              in.unknown(CALL_MEMBERS);
              yield null;
            }
          };
      if (value != null) {
        call.put(member, value);
      }
    }
    in.require("workflow", call.get("workflow"));
    return Wire.text(call);
  }

  /** Reads the time in which a task or a batch has to end; null if it is null. */
  static @Nullable Duration deadline(Cursor in) {
    String text = in.text(Limits.NAME_MAX_BYTES);
    if (text == null) {
      return null;
    }
    Duration deadline = parsed(text, Limits.DEADLINE_MAX_DAYS);
    if (deadline == null || deadline.toMillis() < 1) {
      in.violation(
          "must be an ISO 8601 duration from PT0.001S to %d days, not %s"
              .formatted(Limits.DEADLINE_MAX_DAYS, JsonText.quoted(text)));
      return null;
    }
    return deadline;
  }

  private Map<String, Object> signal() {
    Map<String, Object> signal = new LinkedHashMap<>();
    if (!in.requiredObject()) {
      return signal;
    }
    while (in.nextMember()) {
      String member = in.member();
      String text =
          switch (member) {
            case "name" -> text(Limits.SIGNAL_NAME_MAX_BYTES);
            case "key" -> text(Limits.SIGNAL_KEY_MAX_BYTES);
            default -> {
              in.unknown(SIGNAL_MEMBERS);
              yield null;
            }
          };
      if (text != null) {
        signal.put(member, text);
      }
    }
    in.require("name", signal.get("name"));
    return signal;
  }

  private Map<String, Object> approval() {
    Map<String, Object> approval = new LinkedHashMap<>();
    if (!in.requiredObject()) {
      return approval;
    }
    while (in.nextMember()) {
      String member = in.member();
      String text =
          switch (member) {
            case "title" -> text(Limits.APPROVAL_TITLE_MAX_BYTES);
            case "text" -> text(Limits.APPROVAL_TEXT_MAX_BYTES);
            default -> {
              in.unknown(APPROVAL_MEMBERS);
              yield null;
            }
          };
      if (text != null) {
        approval.put(member, text);
      }
    }
    return approval;
  }

  /** A text that is bounded as it is, or once its expressions are evaluated. */
  private @Nullable String text(int maxBytes) {
    String text = in.text(Limits.EXPRESSION_MAX_BYTES);
    if (text != null && !text.contains("${") && JsonText.byteLength(text) > maxBytes) {
      in.violation(
          "must be at most %d bytes, not %d".formatted(maxBytes, JsonText.byteLength(text)));
    }
    return text;
  }

  private @Nullable String duration(boolean evaluated, int maxDays) {
    String text = in.text(Limits.EXPRESSION_MAX_BYTES);
    if (text != null && !(evaluated && text.contains("${")) && parsed(text, maxDays) == null) {
      in.violation(
          "must be an ISO 8601 duration of at most %d days, not %s"
              .formatted(maxDays, JsonText.quoted(text)));
    }
    return text;
  }

  private static @Nullable Duration parsed(String text, int maxDays) {
    try {
      Duration duration = Duration.parse(text);
      return duration.isNegative() || duration.toDays() > maxDays ? null : duration;
    } catch (DateTimeException | ArithmeticException e) {
      return null;
    }
  }

  private @Nullable String time() {
    String text = in.text(Limits.EXPRESSION_MAX_BYTES);
    if (text != null && !text.contains("${")) {
      try {
        Times.read(text);
      } catch (DateTimeException e) {
        in.violation("must be " + Times.FORM + ", not " + JsonText.quoted(text));
      }
    }
    return text;
  }
}
