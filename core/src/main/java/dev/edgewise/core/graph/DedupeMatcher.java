package dev.edgewise.core.graph;

import dev.edgewise.core.state.TaskState;
import java.util.List;

/**
 * An existing task of this kind and state with equal values of these metadata fields makes the new
 * one superfluous.
 */
public record DedupeMatcher(String kind, TaskState state, List<String> fields) {
  public DedupeMatcher {
    fields = List.copyOf(fields);
  }
}
