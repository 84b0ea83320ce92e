package dev.edgewise.core.model;

import java.util.List;

/** What one command did: its reception and every state change it caused, in order. */
public record Step(Verdict verdict, List<Change> changes) {
  public Step {
    changes = List.copyOf(changes);
  }
}
