package dev.edgewise.server.commit.view;

/** What a server remembers from one transaction to the next, within one era of its database. */
public final class Caches {
  private final DefinitionCache definitions = new DefinitionCache();
  private final BatchCache batches = new BatchCache();
  private volatile boolean anyParked;

  /** What tasks are. */
  public DefinitionCache definitions() {
    return definitions;
  }

  /** Where the tasks of batches stand. */
  public BatchCache batches() {
    return batches;
  }

  /** Whether any task was parked when a view last looked. */
  boolean anyParked() {
    return anyParked;
  }

  void anyParked(boolean any) {
    anyParked = any;
  }
}
