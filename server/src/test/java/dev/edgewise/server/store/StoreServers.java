package dev.edgewise.server.store;

import dev.edgewise.server.commit.CommitSettings;
import dev.edgewise.server.commit.Committer;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.testing.TestStore;
import java.util.concurrent.atomic.AtomicInteger;

/** Two servers on one database, each of which remembers the batches that it has changed. */
final class StoreServers implements AutoCloseable {
  private static final int IN_A_ROW = 4;

  private final Database database;
  private final CommitSettings settings;
  private final AtomicInteger commands = new AtomicInteger();
  private Committer one;
  private Committer other;

  /**
   * @param one that of the server that accepts submissions
   */
  StoreServers(Database database, CommitSettings settings, Committer one) {
    this.database = database;
    this.settings = settings;
    this.one = one;
    this.other = new TestStore(database, settings).committer;
  }

  /**
   * The server of the next command: they go to the two in turn, several in a row, so that a server
   * sometimes decides from memory and sometimes finds that the other one has changed the batch.
   */
  Committer next() {
    return commands.getAndIncrement() / IN_A_ROW % 2 == 0 ? one : other;
  }

  /** How many commands there were. */
  int commands() {
    return commands.get();
  }

  /** Replaces a server by one that remembers nothing. */
  void crash() {
    Committer fresh = new TestStore(database, settings).committer;
    if (commands.get() % 2 == 0) {
      one.close();
      one = fresh;
    } else {
      other.close();
      other = fresh;
    }
  }

  @Override
  public void close() {
    one.close();
    other.close();
  }
}
