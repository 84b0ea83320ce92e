package dev.edgewise.server.http.workflow;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.expression.BoundedPatterns;
import dev.edgewise.server.expression.ExpressionException;
import dev.edgewise.server.input.JsonText;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/**
 * How much work a JSON Schema is. The library that checks values has no limit of its own, so a
 * schema may only refer to parts of itself, and not in a circle. Then the work for a value is
 * bounded by the number of parts, each reference counted as a copy of what it refers to.
 */
final class SchemaExtent {
  private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

  /** Keywords whose members are schemas by names. */
  private static final Set<String> NAMED =
      Set.of("properties", "patternProperties", "dependentSchemas", "$defs", "definitions");

  /** Keywords whose schemas are used only through references. */
  private static final Set<String> DEFINITIONS = Set.of("$defs", "definitions");

  private static final Set<String> VALUES = Set.of("const", "enum", "default", "examples");

  private static final Set<String> REFUSED =
      Set.of(
          "$id",
          "$anchor",
          "$dynamicRef",
          "$dynamicAnchor",
          "$recursiveRef",
          "$recursiveAnchor",
          "$vocabulary");

  private static final Size ONE = new Size(1, 1);
  private static final Size UNFINISHED = new Size(0, 0);

  private final JsonNode root;
  private final String path;
  private final List<String> problems;
  private final BoundedPatterns patterns = new BoundedPatterns();
  private final IdentityHashMap<JsonNode, Size> sizes = new IdentityHashMap<>();
  private boolean comparesItems;

  /** The number of parts and the depth of a schema. */
  private record Size(long parts, int depth) {
    boolean unfinished() {
      return parts == 0;
    }

    Size with(Size inner) {
      return new Size(
          Math.min(parts + inner.parts, Integer.MAX_VALUE), Math.max(depth, inner.depth + 1));
    }
  }

  /**
   * The extent of a valid schema.
   *
   * @param comparesItems whether it has {@code uniqueItems}
   */
  record Measured(long parts, boolean comparesItems) {
    /** Returns an upper bound of the checks of a value, in an order of magnitude. */
    long checks(JsonNode value) {
      long inner = 0;
      for (JsonNode each : value) {
        inner += checks(each);
      }
      long pairs = comparesItems && value.isArray() ? (long) value.size() * value.size() / 64 : 0;
      return parts + pairs + inner;
    }
  }

  private SchemaExtent(JsonNode root, String path, List<String> problems) {
    this.root = root;
    this.path = path;
    this.problems = problems;
  }

  /** Measures a schema and adds what it may not have to the problems. */
  static Measured of(JsonNode schema, String path, List<String> problems) {
    SchemaExtent extent = new SchemaExtent(schema, path, problems);
    Size size = extent.visit(schema, "");
    if (size.parts > Limits.SCHEMA_MAX_PARTS) {
      problems.add(
          "%s: must have at most %d parts, counting what it refers to at each reference"
              .formatted(path, Limits.SCHEMA_MAX_PARTS));
    }
    if (size.depth > Limits.SCHEMA_MAX_DEPTH) {
      problems.add(
          "%s: must be nested at most %d deep, through its references"
              .formatted(path, Limits.SCHEMA_MAX_DEPTH));
    }
    return new Measured(size.parts, extent.comparesItems);
  }

  private void problem(String at, String what) {
    problems.add(path + at + ": " + what);
  }

  private Size visit(JsonNode schema, String at) {
    if (!schema.isObject()) {
      return ONE;
    }
    Size known = sizes.get(schema);
    if (known != null && known.unfinished()) {
      problem(at, "a schema cannot refer to itself");
      return ONE;
    }
    if (known != null) {
      return known;
    }
    sizes.put(schema, UNFINISHED);
    Size size = ONE;
    for (Map.Entry<String, JsonNode> member : schema.properties()) {
      Size inner = keyword(member.getKey(), member.getValue(), at + "." + member.getKey());
      size = DEFINITIONS.contains(member.getKey()) ? size : size.with(inner);
    }
    sizes.put(schema, size);
    return size;
  }

  private Size keyword(String keyword, JsonNode value, String at) {
    if (REFUSED.contains(keyword)) {
      problem(at, "is not supported");
      return ONE;
    }
    if (VALUES.contains(keyword)) {
      return ONE;
    }
    if (NAMED.contains(keyword)) {
      Size size = ONE;
      for (Map.Entry<String, JsonNode> named : value.properties()) {
        if (keyword.equals("patternProperties")) {
          pattern(named.getKey(), at);
        }
        size = size.with(visit(named.getValue(), at + "." + named.getKey()));
      }
      return size;
    }
    switch (keyword) {
      case "$ref" -> {
        return reference(value, at);
      }
      case "$schema" -> {
        if (!value.asString("").equals(DIALECT)) {
          problem(at, "must be " + DIALECT);
        }
      }
      case "pattern" -> pattern(value.asString(""), at);
      case "uniqueItems" -> comparesItems = true;
      default -> {}
    }
    Size size = value.isArray() ? ONE : visit(value, at);
    for (int i = 0; value.isArray() && i < value.size(); i++) {
      size = size.with(visit(value.get(i), at + "[" + i + "]"));
    }
    return size;
  }

  private Size reference(JsonNode value, String at) {
    String target = value.asString("");
    if (!target.startsWith("#")) {
      problem(at, "can only refer to a part of the same schema, as in #/$defs/name");
      return ONE;
    }
    try {
      String pointer =
          URLDecoder.decode(target.substring(1).replace("+", "%2B"), StandardCharsets.UTF_8);
      JsonNode found = root.at(JsonPointer.compile(pointer));
      if (!found.isMissingNode()) {
        return visit(found, at);
      }
    } catch (IllegalArgumentException _) {
      // It is not a pointer and so refers to nothing.
    }
    problem(at, "there is no part " + JsonText.quoted(target));
    return ONE;
  }

  private void pattern(String regex, String at) {
    try {
      patterns.compile(regex);
    } catch (ExpressionException e) {
      problem(at, e.getMessage());
    }
  }
}
