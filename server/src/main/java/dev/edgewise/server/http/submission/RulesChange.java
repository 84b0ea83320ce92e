package dev.edgewise.server.http.submission;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.Wire;
import dev.edgewise.server.input.Cursor;
import dev.edgewise.server.input.Violations;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The request to replace the rules of the tasks of a kind.
 *
 * @param rules the JSON array that is stored; null for no rules
 */
public record RulesChange(String kind, @Nullable String rules) {

  private static final List<String> MEMBERS = List.of("kind", "rules");

  /**
   * Reads and checks the body of the request.
   *
   * @throws ApiException with all violations
   */
  public static RulesChange read(InputStream body) {
    var violations = new Violations();
    try (JsonParser parser = Wire.parser(body)) {
      var in = new Cursor(parser, violations);
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw ApiException.of(ErrorCode.MALFORMED_JSON, "The body must be an object.");
      }
      String kind = null;
      String rules = null;
      boolean given = false;
      while (in.nextMember()) {
        switch (in.member()) {
          case "kind" -> kind = in.text(Limits.KIND_MAX_BYTES);
          case "rules" -> {
            given = true;
            rules = new RuleReader(in).rules().json();
          }
          default -> in.unknown(MEMBERS);
        }
      }
      if (kind == null) {
        violations.add("kind", "is required");
      }
      if (!given) {
        violations.add("rules", "is required; send an empty array to remove all rules");
      }
      if (kind == null || !violations.isEmpty()) {
        throw ApiException.invalid(violations.lines());
      }
      return new RulesChange(kind, rules);
    }
  }
}
