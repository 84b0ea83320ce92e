package dev.edgewise.server.postgres;

import dev.edgewise.server.StartException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The embedded PostgreSQL server, with exclusive use of its folder until it is closed. */
public final class EmbeddedPostgres implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(EmbeddedPostgres.class);

  private final FolderLock lock;
  private final Supervisor supervisor;
  private final String password;

  private EmbeddedPostgres(FolderLock lock, Supervisor supervisor, String password) {
    this.lock = lock;
    this.supervisor = supervisor;
    this.password = password;
  }

  /**
   * Starts the server and creates its folder and cluster if they do not exist.
   *
   * @throws dev.edgewise.server.StartException when it cannot be started
   */
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
      throw StartFailures.of(folder, e);
    }
  }

  private static EmbeddedPostgres start(PostgresSettings settings, FolderLock lock)
      throws IOException {
    Cluster cluster = new Cluster(settings.folder());
    cluster.checkVersion();
    Binaries binaries = Binaries.in(settings.programs());
    String password = cluster.password();
    ServerUser user = ServerUser.choose(binaries, cluster);
    if (!cluster.exists()) {
      cluster.create(binaries, user);
    }
    Supervisor supervisor = new Supervisor(settings, cluster, binaries, user);
    supervisor.start();
    log.info(
        "PostgreSQL {} is running in {} on port {} (process {})",
        Binaries.VERSION,
        cluster.folder(),
        supervisor.port(),
        supervisor.pid());
    return new EmbeddedPostgres(lock, supervisor, password);
  }

  /** Returns the address of the server that is running in a folder. */
  public static Optional<PostgresAddress> running(PostgresSettings settings) {
    Cluster cluster = new Cluster(settings.folder());
    try {
      return FolderLock.isHeld(cluster.folder()) ? cluster.lastAddress() : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the reasons for which a server could not start in a folder, without changing anything.
   */
  public static List<String> obstacles(PostgresSettings settings) {
    Cluster cluster = new Cluster(settings.folder());
    List<String> obstacles = new ArrayList<>();
    if (!Platform.current().isIncluded()) {
      obstacles.add(Platform.current().missing());
    }
    try {
      if (!ServerUser.canStepDown(cluster)) {
        obstacles.add(ServerUser.noUserMessage(cluster));
      }
      cluster.checkVersion();
    } catch (StartException e) {
      obstacles.add(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      obstacles.add(String.valueOf(StartFailures.of(settings.folder(), e).getMessage()));
    }
    return obstacles;
  }

  /** Returns the included version of PostgreSQL. */
  public static String version() {
    return Binaries.VERSION;
  }

  public PostgresAddress address() {
    return PostgresAddress.of(supervisor.port(), password);
  }

  /** Returns the process ID of the running server. */
  public long pid() {
    return supervisor.pid();
  }

  /** Shuts the server down and releases the folder. */
  @Override
  public void close() {
    try (lock) {
      supervisor.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
