package dev.edgewise.server.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.database.Database;
import dev.edgewise.server.store.fsck.Fsck;

/** The last assertion of a test that writes to the store: fsck finds no difference. */
public final class FsckAssertion {

  private FsckAssertion() {}

  public static void assertClean(Database database) {
    assertThat(new Fsck(database).findings(true)).as("fsck").isEmpty();
  }
}
