package dev.edgewise.server.expression;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A JSON value with expressions in its strings. A string that is a single {@code ${...}} is
 * replaced by the value; in other strings the text of each value is inserted. Member names are not
 * evaluated.
 */
public final class Template {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private final Part whole;
  private final References references;

  /** A value inside the template. */
  private sealed interface Part {
    /** A value without expressions, as JSON text. */
    record Constant(String json) implements Part {}

    /** A string with expressions, and its path. */
    record Text(String path, TextTemplate template) implements Part {}

    record Members(Map<String, Part> parts) implements Part {}

    record Elements(List<Part> parts) implements Part {}
  }

  private Template(Part whole, References references) {
    this.whole = whole;
    this.references = references;
  }

  /** Whether a JSON text can contain an expression. A dollar sign or brace may be escaped. */
  static boolean possible(String json) {
    return json.contains("${") || json.contains("\\u0024") || json.contains("\\u007");
  }

  /**
   * Replaces each expression of a text by a word.
   *
   * @throws ExpressionException when an expression is not closed
   */
  public static String withoutExpressions(String text, String word) {
    return TextTemplate.withoutExpressions(text, word);
  }

  static Template parse(String json, Language language) {
    if (!possible(json)) {
      return new Template(new Part.Constant(json), References.NONE);
    }
    References.Union references = new References.Union();
    try {
      return new Template(
          part(JSON.readTree(json), "", language, references), references.toReferences());
    } catch (JacksonException e) {
      throw new ExpressionException("it is not JSON: " + e.getOriginalMessage(), e);
    }
  }

  private static Part part(
      JsonNode node, String path, Language language, References.Union references) {
    if (node.isString() && node.stringValue().contains("${")) {
      try {
        TextTemplate text = TextTemplate.parse(node.stringValue(), language);
        references.add(path, text.references());
        return new Part.Text(path, text);
      } catch (ExpressionException e) {
        throw e.within(path);
      }
    }
    if (node.isObject()) {
      Map<String, Part> members = new LinkedHashMap<>();
      node.forEachEntry(
          (name, value) -> members.put(name, part(value, path + "." + name, language, references)));
      return new Part.Members(members);
    }
    if (node.isArray()) {
      List<Part> elements = new ArrayList<>(node.size());
      for (int i = 0; i < node.size(); i++) {
        elements.add(part(node.get(i), path + "[" + i + "]", language, references));
      }
      return new Part.Elements(elements);
    }
    return new Part.Constant(JSON.writeValueAsString(node));
  }

  public References references() {
    return references;
  }

  /**
   * Returns the JSON text with every expression evaluated.
   *
   * @throws ExpressionException when an expression fails or the text is larger than {@code
   *     maxBytes}
   */
  String render(Scope scope, int maxBytes, Budget budget) {
    if (whole instanceof Part.Constant(String json)) {
      return json;
    }
    BoundedText text = new BoundedText(maxBytes);
    try (JsonGenerator out = JSON.createGenerator(text)) {
      render(whole, scope, out, budget);
    }
    return text.toString();
  }

  private static void render(Part part, Scope scope, JsonGenerator out, Budget budget) {
    switch (part) {
      case Part.Constant(String json) -> out.writeRawValue(json);
      case Part.Text(String path, TextTemplate text) -> {
        try {
          Values.write(text.value(scope, budget), out, 0);
        } catch (ExpressionException e) {
          throw e.within(path);
        }
      }
      case Part.Members(var parts) -> {
        out.writeStartObject();
        parts.forEach((name, value) -> {
          out.writeName(name);
          render(value, scope, out, budget);
        });
        out.writeEndObject();
      }
      case Part.Elements(var parts) -> {
        out.writeStartArray();
        parts.forEach(element -> render(element, scope, out, budget));
        out.writeEndArray();
      }
    }
  }
}
