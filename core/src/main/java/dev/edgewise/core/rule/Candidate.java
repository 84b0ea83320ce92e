package dev.edgewise.core.rule;

import dev.edgewise.core.state.Workspace;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A ready task that may be claimed.
 *
 * @param workspace the workspace of the task: rules count only the tasks of the same one
 * @param metadata canonical JSON texts by field name, of every field that a rule of the same claim
 *     names; empty for a task without metadata
 * @param remaining its remaining work; empty if it has no expected count
 */
public record Candidate(
    Workspace workspace,
    String kind,
    Map<String, String> metadata,
    OptionalLong remaining,
    List<Rule> rules) {
  public Candidate {
    metadata = Map.copyOf(metadata);
    rules = List.copyOf(rules);
  }
}
