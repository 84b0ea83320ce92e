package dev.edgewise.server.webhook;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.input.JsonText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a call came to. */
public sealed interface Reply {
  /**
   * The receiver answered.
   *
   * @param body as far as it is kept
   * @param whole whether that is all of it
   * @param retryAfter how long the receiver wants to be left alone; null when it does not say
   */
  record Answered(int status, String body, boolean whole, @Nullable Duration retryAfter)
      implements Reply {}

  /**
   * There was no answer.
   *
   * @param why may quote what the receiver sent, as far as it is fit to be kept and shown
   */
  record Unanswered(String why) implements Reply {
    public Unanswered {
      why = presentable(why);
    }
  }

  /** The call was not made: the target may not be reached, or there is no request to send. */
  record Refused(String why) implements Reply {
    public Refused {
      why = presentable(why);
    }
  }

  /** One line of a bounded length that PostgreSQL can keep. */
  private static String presentable(String text) {
    String line = text.replaceAll("[\\p{Cntrl}\\u2028\\u2029]", "\uFFFD");
    return JsonText.storable(JsonText.beginning(line, Limits.RESPONSE_SHOWN_MAX_CHARS));
  }

  /** Whether the receiver accepted the call. */
  default boolean accepted() {
    return this instanceof Answered(int status, _, _, _) && status >= 200 && status < 300;
  }

  /** The beginning of what the receiver said, as it can be kept; null when it said nothing. */
  default @Nullable String excerpt() {
    return this instanceof Answered(_, String body, _, _) && !body.isEmpty()
        ? JsonText.storable(JsonText.beginning(body, Limits.RESPONSE_SHOWN_MAX_CHARS))
        : null;
  }

  /** What the call's outcome says about the host, whoever called. */
  default HostHealth health() {
    return switch (this) {
      case Answered(int status, _, _, _) ->
          status == 502 || status == 503 || status == 504 ? HostHealth.SICK : HostHealth.WELL;
      case Unanswered _ -> HostHealth.SICK;
      case Refused _ -> HostHealth.UNKNOWN;
    };
  }

  /** Why the call failed. */
  default String failure() {
    return switch (this) {
      case Answered(int status, _, _, _) ->
          status >= 300 && status < 400
              ? "answered " + status + ", and redirects are not followed"
              : "answered " + status;
      case Unanswered(String why) -> why;
      case Refused(String why) -> why;
    };
  }
}
