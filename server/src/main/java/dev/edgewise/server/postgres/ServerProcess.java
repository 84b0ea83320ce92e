package dev.edgewise.server.postgres;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One process of the server. */
final class ServerProcess {

  private static final Logger log = LoggerFactory.getLogger(ServerProcess.class);

  private final Process process;
  private final @Nullable Process watchdog;
  private final Thread reader;
  private final Deque<String> lastLines = new ArrayDeque<>();
  private final CompletableFuture<Boolean> ready = new CompletableFuture<>();

  private ServerProcess(Process process, @Nullable Process watchdog) {
    this.process = process;
    this.watchdog = watchdog;
    this.reader = Thread.ofPlatform().daemon().name("postgres-log").start(this::readLog);
    var _ = process.onExit().thenRun(this::ended);
  }

  /**
   * Starts the server. It is stopped when the calling thread ends, so that thread must live as long
   * as the server.
   */
  static ServerProcess start(ServerUser user, List<String> command, Path folder)
      throws IOException {
    boolean bound = worksWith(List.of("setpriv", "--pdeathsig", "INT"), folder);
    boolean detached = worksWith(List.of("setsid"), folder);
    List<String> guarded =
        Stream.of(
                // Ctrl-C must reach only Edgewise, which needs the server while it drains.
                detached ? List.of("setsid") : List.<String>of(),
                user.prefix(),
                // After the change of user, which would reset it.
                bound ? List.of("setpriv", "--pdeathsig", "INT") : List.<String>of(),
                command)
            .flatMap(List::stream)
            .toList();
    Process process = Commands.builder(guarded, folder).start();
    process.getOutputStream().close();
    return new ServerProcess(process, bound ? null : watchdog(process.pid(), folder));
  }

  long pid() {
    return process.pid();
  }

  /**
   * Waits until the server is ready. Returns false if it ended, the limit was reached, or {@code
   * stopping} completed.
   */
  boolean awaitReady(Duration limit, CompletableFuture<Void> stopping) {
    CompletableFuture<Boolean> stopped = stopping.thenApply(_ -> false);
    return CompletableFuture.anyOf(ready, stopped)
        .thenApply(Boolean.TRUE::equals)
        .completeOnTimeout(false, limit.toMillis(), TimeUnit.MILLISECONDS)
        .join();
  }

  /**
   * Waits until the server ends, which returns true, or {@code stopping} completes, which returns
   * false.
   */
  boolean awaitEnd(CompletableFuture<Void> stopping) {
    CompletableFuture.anyOf(process.onExit(), stopping).join();
    return !stopping.isDone();
  }

  /** Requests a fast shutdown, then an immediate one, then kills the server. */
  void stop() throws InterruptedException {
    if (process.isAlive()) {
      Commands.signal("INT", process.pid());
    }
    if (!process.waitFor(WaitLimits.FAST_STOP.toMillis(), TimeUnit.MILLISECONDS)) {
      log.warn(
          "PostgreSQL did not stop within {}; requesting an immediate shutdown",
          WaitLimits.FAST_STOP);
      Commands.signal("QUIT", process.pid());
    }
    if (!process.waitFor(WaitLimits.IMMEDIATE_STOP.toMillis(), TimeUnit.MILLISECONDS)) {
      process.destroyForcibly();
    }
  }

  /** Returns the last lines of the server's log. */
  String output() throws InterruptedException {
    // Backends of a killed server may hold the pipe open for a while.
    reader.join(WaitLimits.LAST_OUTPUT);
    synchronized (lastLines) {
      return String.join("\n", lastLines);
    }
  }

  private void ended() {
    ready.complete(false);
    if (watchdog != null) {
      // The watchdog would signal a process ID that may soon be reused.
      watchdog.destroyForcibly();
    }
  }

  private static boolean worksWith(List<String> prefix, Path folder) {
    List<String> probe = Stream.concat(prefix.stream(), Stream.of("true")).toList();
    return Commands.run(probe, folder, WaitLimits.PROBE).succeeded();
  }

  /**
   * A shell that stops the server when this process dies: it then reads the end of a pipe that the
   * kernel closes.
   */
  private static Process watchdog(long pid, Path folder) throws IOException {
    String script = "trap '' INT; read _; kill -INT \"$0\"";
    return Commands.builder(List.of("/bin/sh", "-c", script, Long.toString(pid)), folder)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private void readLog() {
    try (BufferedReader lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        note(line);
      }
    } catch (IOException e) {
      log.debug("Reading PostgreSQL's log failed: {}", e.getMessage());
    }
  }

  private void note(String line) {
    synchronized (lastLines) {
      if (lastLines.size() == WaitLimits.LOG_LINES) {
        lastLines.removeFirst();
      }
      lastLines.addLast(line);
    }
    if (line.endsWith("database system is ready to accept connections")) {
      ready.complete(true);
    }
    if (line.startsWith("PANIC:")) {
      log.error("PostgreSQL: {}", line);
    } else if (line.contains("recovery in progress") || line.contains("redo in progress")) {
      log.info("PostgreSQL: {}", line);
    } else {
      log.debug("PostgreSQL: {}", line);
    }
  }
}
