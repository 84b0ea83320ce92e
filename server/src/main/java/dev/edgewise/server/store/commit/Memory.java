package dev.edgewise.server.store.commit;

/** What a committer remembers from one transaction to the next. */
final class Memory {
  private final Definitions definitions = new Definitions();
  private final Standings standings = new Standings();
  private final DatabaseClock clock = new DatabaseClock();
  private volatile boolean parked;

  /** What tasks are. */
  Definitions definitions() {
    return definitions;
  }

  /** Where they stand. */
  Standings standings() {
    return standings;
  }

  /** The database's time. */
  DatabaseClock clock() {
    return clock;
  }

  /** Whether any task waited for a place when somebody last looked. */
  boolean parked() {
    return parked;
  }

  void parked(boolean any) {
    parked = any;
  }
}
