package dev.edgewise.server.http.submission;

import dev.edgewise.api.Action;
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

/** Actions and rules as they are kept: in their canonical spelling, without members left out. */
final class StoredJson {

  private static final JsonFactory FACTORY = new JsonFactory();

  private StoredJson() {}

  static String action(Action action) {
    return written(out -> write(action, out));
  }

  static String actions(List<Action> actions) {
    return written(out -> {
      out.writeStartArray();
      actions.forEach(action -> write(action, out));
      out.writeEndArray();
    });
  }

  static String rules(List<Rule> rules) {
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
    out.writeEndObject();
  }
}
