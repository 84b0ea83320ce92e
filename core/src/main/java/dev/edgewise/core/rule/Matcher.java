package dev.edgewise.core.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Selects the held tasks that a rule counts: those of a kind with the candidate's values in these
 * metadata fields. Without fields it selects the whole kind.
 */
public record Matcher(String kind, List<String> fields) {
  public Matcher {
    fields = List.copyOf(fields);
  }

  /**
   * Returns the set that a candidate belongs to; empty if its metadata lacks a field. A field that
   * is absent is missing, one that is JSON null has the value {@code null}.
   */
  public Optional<MatchKey> key(Candidate candidate) {
    List<String> values = new ArrayList<>(fields.size());
    for (String field : fields) {
      String value = candidate.metadata().get(field);
      if (value == null) {
        return Optional.empty();
      }
      values.add(value);
    }
    return Optional.of(new MatchKey(candidate.workspace(), this, values));
  }

  /** Returns the fields that this metadata lacks. */
  public List<String> missing(Map<String, String> metadata) {
    return fields.stream().filter(field -> !metadata.containsKey(field)).toList();
  }
}
