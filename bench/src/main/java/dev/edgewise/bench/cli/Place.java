package dev.edgewise.bench.cli;

import dev.edgewise.bench.database.Postgres;
import dev.edgewise.bench.process.JavaProcess;
import dev.edgewise.server.config.DatabaseUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A folder and the database in it; both are gone afterwards, also when the bench is stopped. */
final class Place implements AutoCloseable {

  final Path folder;
  final Postgres postgres;

  private final BenchFolder owned;
  private final Thread hook = new Thread(this::clear, "clear");
  private boolean cleared;

  /**
   * Makes the folder and starts the database.
   *
   * @param url of a PostgreSQL to use; null means one of our own
   */
  Place(@Nullable String url) {
    try {
      this.owned = BenchFolder.create();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.folder = owned.path();
    try {
      this.postgres =
          url == null ? Postgres.embedded(folder) : Postgres.external(DatabaseUrl.parse(url));
    } catch (RuntimeException e) {
      owned.close();
      throw e;
    }
    Runtime.getRuntime().addShutdownHook(hook);
  }

  @Override
  public void close() {
    clear();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The bench was stopped, and the hook has done it.
    }
  }

  private synchronized void clear() {
    if (!cleared) {
      cleared = true;
      JavaProcess.endAll();
      postgres.close();
      owned.close();
    }
  }
}
