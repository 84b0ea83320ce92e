package dev.edgewise.core.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which held tasks a rule counts: those of a kind whose values of these metadata fields equal the
 * candidate's. Without fields it counts the whole kind.
 */
public record Matcher(String kind, List<String> fields) {
  public Matcher {
    fields = List.copyOf(fields);
  }

  /**
   * The set that a task with this metadata is counted against; empty when the metadata lacks a
   * field.
   *
   * @param metadata canonical JSON texts by field name; a field that is absent is missing, one that
   *     is JSON null has the value {@code null}
   */
  public Optional<MatchKey> key(Map<String, String> metadata) {
    List<String> values = new ArrayList<>(fields.size());
    for (String field : fields) {
      String value = metadata.get(field);
      if (value == null) {
        return Optional.empty();
      }
      values.add(value);
    }
    return Optional.of(new MatchKey(this, values));
  }

  /** The fields that this metadata lacks. */
  public List<String> missing(Map<String, String> metadata) {
    return fields.stream().filter(field -> !metadata.containsKey(field)).toList();
  }
}
