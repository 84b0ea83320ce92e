package dev.edgewise.oracle.model;

import java.util.List;

/** What one stimulus did: its reception and every state change it caused, in order. */
public record Step(Verdict verdict, List<Change> changes) {
  public Step {
    changes = List.copyOf(changes);
  }
}
