package dev.edgewise.server.http.wait;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.api.ApprovalDecision;
import dev.edgewise.api.Decision;
import dev.edgewise.server.http.ApiException;
import java.net.URLDecoder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a decision from the fields of the page's form. */
final class DecisionForm {

  private DecisionForm() {}

  /**
   * Reads the fields as a browser sends them.
   *
   * @throws ApiException when they are not a decision
   */
  static ApprovalDecision read(String form) {
    Map<String, String> fields = fields(form);
    String decision = fields.getOrDefault("decision", "");
    return new ApprovalDecision(
        Arrays.stream(Decision.values())
            .filter(each -> each.wireName().equals(decision))
            .findFirst()
            .orElseThrow(
                () -> ApiException.invalid(List.of("decision: must be one of approve, reject"))),
        given(fields.get("by")),
        given(fields.get("comment")));
  }

  private static Map<String, String> fields(String form) {
    Map<String, String> fields = new HashMap<>();
    for (String field : form.split("&", -1)) {
      int equals = field.indexOf('=');
      if (equals > 0) {
        fields.put(decoded(field.substring(0, equals)), decoded(field.substring(equals + 1)));
      }
    }
    return fields;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text.strip(), UTF_8);
    } catch (IllegalArgumentException e) {
      throw ApiException.invalid(List.of("body: is not a valid form"));
    }
  }

  /** Fields that a person leaves empty are sent, too. */
  private static @Nullable String given(@Nullable String text) {
    return text == null || text.isBlank() ? null : text.strip();
  }
}
