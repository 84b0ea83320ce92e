package dev.edgewise.server.postgres;

import dev.edgewise.server.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the server of a cluster running. It uses one thread, because the server stops when the
 * thread that started it ends.
 */
final class Supervisor implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Supervisor.class);

  private final PostgresSettings settings;
  private final Cluster cluster;
  private final Binaries binaries;
  private final ServerUser user;
  private final CompletableFuture<Void> started = new CompletableFuture<>();
  private final CompletableFuture<Void> stopping = new CompletableFuture<>();
  private final Thread thread;
  private volatile int port;
  private volatile @Nullable ServerProcess server;

  Supervisor(PostgresSettings settings, Cluster cluster, Binaries binaries, ServerUser user) {
    this.settings = settings;
    this.cluster = cluster;
    this.binaries = binaries;
    this.user = user;
    this.thread = Thread.ofPlatform().daemon().name("postgres").unstarted(this::run);
  }

  /** Starts the server and waits until it is ready. */
  void start() {
    thread.start();
    try {
      started.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof StartException failure) {
        throw failure;
      }
      throw e;
    }
  }

  int port() {
    return port;
  }

  /** Returns the process ID of the server; -1 before its first start. */
  long pid() {
    ServerProcess current = server;
    return current == null ? -1 : current.pid();
  }

  @Override
  public void close() {
    stopping.complete(null);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      ServerProcess first = firstStart();
      started.complete(null);
      superviseFrom(first);
    } catch (IOException e) {
      started.completeExceptionally(StartFailures.of(cluster.folder(), e));
    } catch (InterruptedException | RuntimeException e) {
      started.completeExceptionally(e);
    } catch (Error e) {
      started.completeExceptionally(e);
      throw e;
    }
  }

  private ServerProcess firstStart() throws IOException, InterruptedException {
    port = cluster.port();
    for (int tries = 1; ; tries++) {
      ServerProcess launched = launch();
      if (launched.awaitReady(WaitLimits.START, stopping)) {
        return launched;
      }
      launched.stop();
      String output = launched.output();
      if (!output.contains("could not bind") || tries == WaitLimits.PORT_TRIES) {
        throw StartFailures.of(cluster.folder(), "PostgreSQL did not start", output);
      }
      port = cluster.newPort();
    }
  }

  private void superviseFrom(ServerProcess first) throws InterruptedException {
    ServerProcess current = first;
    Duration delay = WaitLimits.FIRST_RESTART_DELAY;
    while (current.awaitEnd(stopping)) {
      log.warn("PostgreSQL (process {}) ended unexpectedly; restarting it", current.pid());
      try {
        current = launch();
        if (current.awaitReady(WaitLimits.START, stopping)) {
          log.info("PostgreSQL was restarted (process {})", current.pid());
          delay = WaitLimits.FIRST_RESTART_DELAY;
          continue;
        }
        current.stop();
        throw StartFailures.of(cluster.folder(), "PostgreSQL did not restart", current.output());
      } catch (IOException | RuntimeException e) {
        log.error("PostgreSQL could not be restarted", e);
      }
      delay = pause(delay);
    }
    current.stop();
  }

  private Duration pause(Duration delay) {
    stopping.copy().completeOnTimeout(null, delay.toMillis(), TimeUnit.MILLISECONDS).join();
    Duration doubled = delay.multipliedBy(2);
    return doubled.compareTo(WaitLimits.MAX_RESTART_DELAY) < 0
        ? doubled
        : WaitLimits.MAX_RESTART_DELAY;
  }

  private ServerProcess launch() throws IOException {
    String name = cluster.name();
    new ClusterProcesses(name).stop();
    // No process of this cluster is left. The ID in the file may belong to an unrelated process.
    Files.deleteIfExists(cluster.data().resolve("postmaster.pid"));
    List<String> command =
        Stream.concat(
                Stream.of(binaries.program("postgres"), "-D", cluster.data().toString()),
                ServerParameters.arguments(settings, binaries, name, port).stream())
            .toList();
    ServerProcess launched = ServerProcess.start(user, command, cluster.folder());
    server = launched;
    return launched;
  }
}
