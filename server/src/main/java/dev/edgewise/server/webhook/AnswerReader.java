package dev.edgewise.server.webhook;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.input.ActionReader;
import dev.edgewise.server.input.Cursor;
import dev.edgewise.server.input.JsonText;
import dev.edgewise.server.input.StoredError;
import dev.edgewise.server.input.Violations;
import dev.edgewise.server.webhook.StartAnswer.Failed;
import dev.edgewise.server.webhook.StartAnswer.Started;
import dev.edgewise.server.webhook.StartAnswer.Succeeded;
import dev.edgewise.server.webhook.StartAnswer.Uncancelable;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/**
 * Reads the bodies that receivers return to on_start calls and validates them by the rules of
 * submissions. An invalid result fails the task without a retry, because the work is done and would
 * produce the same result again. An invalid cancel action is not stored.
 */
public final class AnswerReader {

  private static final String TOO_LONG = "it is too long";
  private static final String BEYOND_BOUNDS = "it is nested too deeply or has too long a number";

  private final Function<String, @Nullable String> urlRule;

  public AnswerReader(TargetGuard guard) {
    this.urlRule = url -> guard.objection(url).orElse(null);
  }

  /** The members read from a body so far. */
  private static final class Draft {
    private final Violations violations = new Violations();
    private @Nullable String status;
    private @Nullable String kind;
    private @Nullable String result;
    private String reason = "The receiver reported a failure";
    private boolean retryable = true;
    private @Nullable String error;
  }

  /**
   * Reads a body. A body that is not a JSON object, or has no known status or kind, means that the
   * work has begun.
   *
   * @param whole whether {@code body} is the complete body
   */
  public StartAnswer read(String body, boolean whole) {
    return read(JsonText.parser(body), body, whole, null);
  }

  /**
   * @param flaw why the body cannot be used; null unless that is known already
   */
  private StartAnswer read(JsonParser in, String body, boolean whole, @Nullable String flaw) {
    Draft draft = new Draft();
    try (JsonParser parser = in) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return StartAnswer.NOTHING;
      }
      read(parser, draft);
      if (!whole) {
        return unread(draft, TOO_LONG);
      }
      if (parser.nextToken() != null) {
        return StartAnswer.NOTHING;
      }
    } catch (StreamConstraintsException e) {
      return unread(draft, BEYOND_BOUNDS);
    } catch (JacksonException e) {
      String repeated = JsonText.repeatedKey(e);
      if (repeated != null) {
        // The status or kind, which tells whether the body matters, may still follow.
        return read(JsonText.tolerantParser(body), body, whole, repeated);
      }
      return whole ? StartAnswer.NOTHING : unread(draft, TOO_LONG);
    }
    return flaw == null ? answer(draft, body) : unread(draft, flaw);
  }

  /** Reads the body of a reply; null for a call that failed. */
  public @Nullable StartAnswer read(CallReply reply) {
    return reply instanceof CallReply.Answered answered && reply.accepted()
        ? read(answered.body(), answered.whole())
        : null;
  }

  /**
   * Returns the text to store for a reply: the excerpt that the UI shows, or a longer or rewritten
   * text if the excerpt alone would be read as a different answer.
   *
   * @param answer the answer read from the reply; null for a call that failed
   */
  public @Nullable String storedBody(CallReply reply, @Nullable StartAnswer answer) {
    String excerpt = reply.excerpt();
    if (excerpt == null || answer == null || !(reply instanceof CallReply.Answered answered)) {
      return excerpt;
    }
    boolean all = answered.whole() && excerpt.length() == answered.body().length();
    // A truncated body may read as a different answer.
    if (all || read(excerpt, true).equals(answer)) {
      return excerpt;
    }
    return answered.whole() && !answer.equals(StartAnswer.NOTHING)
        ? answered.body()
        : answer instanceof Failed failed ? written(failed) : null;
  }

  private static String written(Failed failed) {
    ObjectNode answer =
        WebhookAction.JSON
            .createObjectNode()
            .put("status", "Failure")
            .put("failure_reason", failed.reason())
            .put("retryable", failed.retryable());
    String error = failed.error();
    if (error != null) {
      answer.putRawValue("error", new RawValue(error));
    }
    return answer.toString();
  }

  private static void read(JsonParser parser, Draft draft) {
    Cursor in = new Cursor(parser, draft.violations);
    while (in.nextMember()) {
      boolean text = parser.currentToken() == JsonToken.VALUE_STRING;
      switch (in.member()) {
        case "status" -> draft.status = text ? parser.getString() : null;
        case "kind" -> draft.kind = text ? parser.getString() : null;
        case "result" -> draft.result = in.isNull() ? "null" : in.json(Limits.RESULT_MAX_BYTES);
        case "failure_reason" -> draft.reason = text ? fit(parser.getString()) : draft.reason;
        case "error" -> draft.error = error(parser);
        case "retryable" -> draft.retryable = parser.currentToken() != JsonToken.VALUE_FALSE;
        default -> {}
      }
      parser.skipChildren();
    }
  }

  /**
   * Shortens a failure reason to what can be stored. An overlong reason is not an error: the
   * failure itself is clear.
   */
  private static String fit(String reason) {
    int most = Limits.FAILURE_REASON_MAX_BYTES / 4;
    String text = JsonText.storable(JsonText.beginning(reason, most));
    return reason.length() > most ? text + "…" : text;
  }

  private StartAnswer answer(Draft draft, String body) {
    return switch (draft.status) {
      case "Success" ->
          draft.violations.isEmpty()
              ? new Succeeded(draft.result)
              : new Failed(
                  "The answer to on_start cannot be used: " + broken(draft.violations), false);
      case "Failure" -> failed(draft);
      case null, default -> "Webhook".equals(draft.kind) ? action(body) : StartAnswer.NOTHING;
    };
  }

  private static Failed failed(Draft draft) {
    return new Failed(draft.reason, draft.retryable, draft.error);
  }

  /** Reads the texts of an error; the failure is clear without them, so nothing is refused. */
  private static @Nullable String error(JsonParser parser) {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      return null;
    }
    Map<String, String> texts = new HashMap<>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      if (parser.nextToken() == JsonToken.VALUE_STRING) {
        texts.put(name, parser.getString());
      }
      parser.skipChildren();
    }
    return StoredError.of(texts.get("type"), texts.get("message"), texts.get("stack"));
  }

  private StartAnswer action(String body) {
    Violations violations = new Violations();
    try (JsonParser parser = JsonText.parser(body)) {
      parser.nextToken();
      String action = ActionReader.learned(new Cursor(parser, violations), urlRule);
      return violations.isEmpty() ? new Started(action) : new Uncancelable(broken(violations));
    }
  }

  private static String broken(Violations violations) {
    return fit(String.join("; ", violations.lines()));
  }

  /** Returns the answer of a body that could not be read to its end. */
  private static StartAnswer unread(Draft draft, String why) {
    return switch (draft.status) {
      case "Success" -> new Failed("The answer to on_start cannot be used: " + why, false);
      case "Failure" -> failed(draft);
      case null, default ->
          "Webhook".equals(draft.kind) ? new Uncancelable(why) : StartAnswer.NOTHING;
    };
  }
}
