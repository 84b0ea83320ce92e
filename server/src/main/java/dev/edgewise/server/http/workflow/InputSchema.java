package dev.edgewise.server.http.workflow;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.path.NodePath;
import dev.edgewise.api.Json;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.expression.BoundedPatterns;
import dev.edgewise.server.expression.ExpressionException;
import dev.edgewise.server.http.workflow.SchemaExtent.Measured;
import dev.edgewise.server.input.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The JSON Schema of an input, in the dialect of 2020-12. It is never fetched, nor parts of it. */
final class InputSchema {
  private static final JsonMapper JSON = JsonMapper.shared();

  private final JsonNode schema;
  private final Measured extent;

  /** The schema of schemas, created with the first one that is checked. */
  private static final class Meta {
    static final Schema SCHEMA =
        SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12,
                builder -> builder.schemaRegistryConfig(config().build()))
            .getSchema(SchemaLocation.of(SpecificationVersion.DRAFT_2020_12.getDialectId()));
  }

  private InputSchema(JsonNode schema, Measured extent) {
    this.schema = schema;
    this.extent = extent;
  }

  /** Reads a schema; adds what is wrong with it to the problems, and then returns null. */
  static @Nullable InputSchema read(String path, Json given, List<String> problems) {
    JsonNode schema = JSON.readTree(given.text());
    if (!schema.isObject() && !schema.isBoolean()) {
      problems.add(path + ": must be a JSON Schema, an object");
      return null;
    }
    List<String> found = new ArrayList<>();
    Measured extent = SchemaExtent.of(schema, path, found);
    if (found.isEmpty()) {
      validate(Meta.SCHEMA, path, schema, found);
    }
    problems.addAll(found);
    return found.isEmpty() ? new InputSchema(schema, extent) : null;
  }

  /**
   * Checks a value and adds its violations to the problems.
   *
   * @param checksLeft how many checks the value may take
   * @return how many it took
   */
  long check(String path, Json value, long checksLeft, List<String> problems) {
    JsonNode instance = JSON.readTree(value.text());
    long checks = extent.checks(instance);
    if (checks > checksLeft) {
      problems.add(path + ": is too large to be checked against its schema");
    } else {
      validate(registry(new BoundedPatterns()).getSchema(schema), path, instance, problems);
    }
    return checks;
  }

  private static SchemaRegistryConfig.Builder config() {
    return SchemaRegistryConfig.builder().locale(Locale.ENGLISH).formatAssertionsEnabled(false);
  }

  /** A registry whose schemas share the budget of the patterns, and cannot load others. */
  private static SchemaRegistry registry(BoundedPatterns patterns) {
    SchemaRegistryConfig config =
        config()
            .regularExpressionFactory(regex -> {
              Predicate<String> pattern = patterns.compile(regex);
              return pattern::test;
            })
            .build();
    return SchemaRegistry.withDefaultDialect(
        SpecificationVersion.DRAFT_2020_12,
        builder ->
            builder.schemaRegistryConfig(config).schemaLoader(loader -> loader.allow(_ -> false)));
  }

  private static void validate(Schema schema, String path, JsonNode value, List<String> problems) {
    try {
      List<Error> errors = schema.validate(value);
      errors.stream()
          .limit(Limits.SCHEMA_MAX_VIOLATIONS)
          .map(error -> path + place(error.getInstanceLocation()) + ": " + message(error))
          .distinct()
          .forEach(problems::add);
      if (errors.size() > Limits.SCHEMA_MAX_VIOLATIONS) {
        problems.add(
            "%s: %d more violations of its schema"
                .formatted(path, errors.size() - Limits.SCHEMA_MAX_VIOLATIONS));
      }
    } catch (ExpressionException e) {
      problems.add(path + ": cannot be checked against its schema: " + e.getMessage());
    }
  }

  private static String message(Error error) {
    return JsonText.shortened(error.getMessage());
  }

  private static String place(NodePath location) {
    StringBuilder place = new StringBuilder();
    for (int i = 0; i < location.getNameCount(); i++) {
      Object element = location.getElement(i);
      place.append(element instanceof Integer ? "[" + element + "]" : "." + element);
    }
    return place.toString();
  }
}
