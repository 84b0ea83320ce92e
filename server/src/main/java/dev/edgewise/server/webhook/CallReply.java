package dev.edgewise.server.webhook;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.input.JsonText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How a webhook call ended: with a response, without one, or unsent. */
public sealed interface CallReply {
  /**
   * The receiver responded.
   *
   * @param body the body, or its beginning if it is too long
   * @param whole whether {@code body} is the complete body
   * @param retryAfter the delay that the receiver asked for with Retry-After; null without the
   *     header
   */
  record Answered(int status, String body, boolean whole, @Nullable Duration retryAfter)
      implements CallReply {}

  /**
   * The receiver did not respond.
   *
   * @param why the failure, which may quote what the receiver sent
   */
  record Unanswered(String why) implements CallReply {
    public Unanswered {
      why = presentable(why);
    }
  }

  /** The call was not sent: its target is not allowed, or its action is not a valid request. */
  record Refused(String why) implements CallReply {
    public Refused {
      why = presentable(why);
    }
  }

  /** Turns a text into one line of bounded length that PostgreSQL can store. */
  private static String presentable(String text) {
    String line = text.replaceAll("[\\p{Cntrl}\\u2028\\u2029]", "\uFFFD");
    return JsonText.storable(JsonText.beginning(line, Limits.RESPONSE_SHOWN_MAX_CHARS));
  }

  /** Whether the receiver responded with a 2xx status. */
  default boolean accepted() {
    return this instanceof Answered(int status, _, _, _) && status >= 200 && status < 300;
  }

  /** Returns the beginning of the body, as it can be stored; null without a body. */
  default @Nullable String excerpt() {
    return this instanceof Answered(_, String body, _, _) && !body.isEmpty()
        ? JsonText.storable(JsonText.beginning(body, Limits.RESPONSE_SHOWN_MAX_CHARS))
        : null;
  }

  /** Returns what this reply shows about the host. */
  default HostHealth health() {
    return switch (this) {
      case Answered(int status, _, _, _) ->
          status == 502 || status == 503 || status == 504 ? HostHealth.SICK : HostHealth.WELL;
      case Unanswered _ -> HostHealth.SICK;
      case Refused _ -> HostHealth.UNKNOWN;
    };
  }

  /** Describes the failure of a call that was not accepted. */
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
