package dev.edgewise.server.input;

import dev.edgewise.api.Action;
import dev.edgewise.api.ActionKind;
import dev.edgewise.api.Matcher;
import dev.edgewise.api.Rule;
import dev.edgewise.api.Webhook;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes actions and rules in the canonical form in which they are stored; unset members are left
 * out.
 */
public final class StoredJson {

  private static final JsonFactory FACTORY = new JsonFactory();

  private static final String KIND = "{\"kind\":\"" + ActionKind.WEBHOOK.wireName() + "\",";

  /**
   * Marks a literal action. Submitted actions cannot have this member, because unknown members are
   * refused.
   */
  private static final String LITERAL = "\"literal\":true,";

  private StoredJson() {}

  static String action(Action action) {
    return written(out -> write(action, out));
  }

  /** An action from a receiver's response, marked as literal: its texts are not expressions. */
  static String learned(Action action) {
    String json = action(action);
    if (!json.startsWith(KIND)) {
      throw new IllegalStateException("unexpected form of an action: " + json);
    }
    return KIND + LITERAL + json.substring(KIND.length());
  }

  /** Whether a stored action is literal, so that its texts are not expressions. */
  public static boolean literal(String action) {
    return action.startsWith(KIND + LITERAL);
  }

  /** A stored action without the mark of a literal action. */
  public static String unmarked(String action) {
    return literal(action) ? KIND + action.substring(KIND.length() + LITERAL.length()) : action;
  }

  static String actions(List<Action> actions) {
    return written(out -> {
      out.writeStartArray();
      actions.forEach(action -> write(action, out));
      out.writeEndArray();
    });
  }

  public static String rules(List<Rule> rules) {
    return written(out -> {
      out.writeStartArray();
      rules.forEach(rule -> write(rule, out));
      out.writeEndArray();
    });
  }

  private static String written(Consumer<JsonGenerator> writing) {
    var text = new StringWriter();
    try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      writing.accept(out);
    }
    return text.toString();
  }

  private static void write(Action action, JsonGenerator out) {
    Webhook webhook = action.params();
    out.writeStartObject();
    out.writeStringProperty("kind", action.kind().wireName());
    out.writeObjectPropertyStart("params");
    out.writeStringProperty("url", webhook.url());
    out.writeStringProperty("verb", webhook.verb().wireName());
    if (webhook.body() != null) {
      out.writeName("body");
      out.writeRawValue(webhook.body().text());
    }
    if (webhook.headers() != null) {
      out.writeObjectPropertyStart("headers");
      for (Map.Entry<String, String> header : webhook.headers().entrySet()) {
        out.writeStringProperty(header.getKey(), header.getValue());
      }
      out.writeEndObject();
    }
    out.writeEndObject();
    out.writeEndObject();
  }

  private static void write(Rule rule, JsonGenerator out) {
    Matcher matcher = rule.matcher();
    out.writeStartObject();
    out.writeStringProperty("type", rule.type().wireName());
    out.writeObjectPropertyStart("matcher");
    out.writeStringProperty("kind", matcher.kind());
    out.writeStringProperty("status", matcher.status().wireName());
    out.writeArrayPropertyStart("fields");
    if (matcher.fields() != null) {
      matcher.fields().forEach(out::writeString);
    }
    out.writeEndArray();
    out.writeEndObject();
    if (rule.maxConcurrency() != null) {
      out.writeNumberProperty("max_concurrency", rule.maxConcurrency());
    }
    if (rule.maxCapacity() != null) {
      out.writeNumberProperty("max_capacity", rule.maxCapacity());
    }
    if (rule.maxStarts() != null) {
      out.writeNumberProperty("max_starts", rule.maxStarts());
    }
    if (rule.per() != null) {
      out.writeStringProperty("per", rule.per());
    }
    out.writeEndObject();
  }
}
