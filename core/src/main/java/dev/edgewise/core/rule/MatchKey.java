package dev.edgewise.core.rule;

import dev.edgewise.core.state.Workspace;
import java.util.ArrayList;
import java.util.List;

/**
 * A set of tasks of one workspace that rules count together.
 *
 * @param values canonical JSON texts, one for each field of the matcher
 */
public record MatchKey(Workspace workspace, Matcher matcher, List<String> values) {
  public MatchKey {
    values = List.copyOf(values);
    if (values.size() != matcher.fields().size()) {
      throw new IllegalArgumentException(values + " do not match the fields " + matcher.fields());
    }
  }

  /** Describes the set, such as {@code kind 'build' with region="eu"}. */
  public String description() {
    List<String> pairs = new ArrayList<>();
    for (int index = 0; index < values.size(); index++) {
      pairs.add(matcher.fields().get(index) + "=" + values.get(index));
    }
    String kind = "kind '" + matcher.kind() + "'";
    return pairs.isEmpty() ? kind : kind + " with " + String.join(", ", pairs);
  }
}
