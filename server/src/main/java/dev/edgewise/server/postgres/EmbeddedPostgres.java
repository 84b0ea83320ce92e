package dev.edgewise.server.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A running PostgreSQL of our own in a folder, ours alone until it is closed. */
public final class EmbeddedPostgres implements AutoCloseable {

  private final FolderLock lock;
  private final Supervisor supervisor;
  private final String password;

  private EmbeddedPostgres(FolderLock lock, Supervisor supervisor, String password) {
    this.lock = lock;
    this.supervisor = supervisor;
    this.password = password;
  }

  /** Starts the server, making its folder and cluster when they are not there. */
  public static EmbeddedPostgres start(PostgresSettings settings) {
    Path folder = settings.folder();
    try {
      Files.createDirectories(folder);
      Files.createDirectories(settings.programs());
      FolderLock lock = FolderLock.take(folder);
      try {
        return start(settings, lock);
      } catch (IOException | RuntimeException e) {
        lock.close();
        throw e;
      }
    } catch (IOException e) {
      throw Failures.of(folder, e);
    }
  }

  private static EmbeddedPostgres start(PostgresSettings settings, FolderLock lock)
      throws IOException {
    Cluster cluster = new Cluster(settings.folder());
    cluster.checkVersion();
    Binaries binaries = Binaries.in(settings.programs());
    String password = cluster.password();
    ServerUser user = ServerUser.choose(binaries, cluster.folder(), cluster.data());
    if (!cluster.exists()) {
      cluster.create(binaries, user);
    }
    Supervisor supervisor = new Supervisor(settings, cluster, binaries, user);
    supervisor.start();
    return new EmbeddedPostgres(lock, supervisor, password);
  }

  public String jdbcUrl() {
    return "jdbc:postgresql://127.0.0.1:" + supervisor.port() + "/postgres";
  }

  public String user() {
    return Cluster.USER;
  }

  public String password() {
    return password;
  }

  /** The process id of the server as it runs now. */
  public long pid() {
    return supervisor.pid();
  }

  /** Stops the server in good order and gives the folder back. */
  @Override
  public void close() {
    try (lock) {
      supervisor.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
