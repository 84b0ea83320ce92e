package dev.edgewise.core.graph;

import dev.edgewise.core.state.TaskState;
import java.util.List;

/**
 * Makes a new task superfluous if a task of this kind and state exists that has equal values in
 * these metadata fields.
 */
public record DedupeMatcher(String kind, TaskState state, List<String> fields) {
  public DedupeMatcher {
    fields = List.copyOf(fields);
  }
}
