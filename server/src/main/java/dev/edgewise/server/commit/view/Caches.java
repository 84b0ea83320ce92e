package dev.edgewise.server.commit.view;

import dev.edgewise.server.database.DatabaseClock;
import dev.edgewise.server.life.WaitClock;

/** What a server remembers from one transaction to the next, within one era of its database. */
public final class Caches {
  private final DefinitionCache definitions = new DefinitionCache();
  private final BatchCache batches = new BatchCache();
  private final DatabaseClock clock;
  private volatile boolean anyParked;

  Caches(WaitClock waitClock) {
    this.clock = new DatabaseClock(waitClock);
  }

  /** What tasks are. */
  public DefinitionCache definitions() {
    return definitions;
  }

  /** Where the tasks of batches stand. */
  public BatchCache batches() {
    return batches;
  }

  /** The database's time. */
  public DatabaseClock clock() {
    return clock;
  }

  /** Whether any task was parked when a view last looked. */
  boolean anyParked() {
    return anyParked;
  }

  void anyParked(boolean any) {
    anyParked = any;
  }
}
