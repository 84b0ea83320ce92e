package dev.edgewise.server.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.server.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The running processes of one cluster, including those of earlier Edgewise processes.
 *
 * @param name the cluster name, which is part of their command lines
 */
record ClusterProcesses(String name) {

  private static final Logger log = LoggerFactory.getLogger(ClusterProcesses.class);

  /** Stops all running processes: the server with a shutdown signal, orphaned backends by force. */
  void stop() {
    List<ProcessHandle> servers = running(this::isServer);
    if (!servers.isEmpty()) {
      log.info(
          "Stopping the PostgreSQL that an earlier Edgewise left running (process {})",
          servers.getFirst().pid());
      stopServers("INT", WaitLimits.FAST_STOP);
      stopServers("QUIT", WaitLimits.IMMEDIATE_STOP);
    }
    List<ProcessHandle> left = running(line -> isServer(line) || isBackend(line));
    left.forEach(ProcessHandle::destroyForcibly);
    if (!gone(line -> isServer(line) || isBackend(line), WaitLimits.KILL)) {
      throw new StartException(
          "A PostgreSQL process of this folder does not stop (process "
              + left.getFirst().pid()
              + "). Kill it and start again.");
    }
  }

  private void stopServers(String signal, Duration limit) {
    running(this::isServer).forEach(server -> Commands.signal(signal, server.pid()));
    boolean _ = gone(this::isServer, limit);
  }

  private boolean gone(Predicate<String> kind, Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!running(kind).isEmpty()) {
      if (System.nanoTime() > deadline || !Commands.pause()) {
        return false;
      }
    }
    return true;
  }

  private boolean isServer(String commandLine) {
    return commandLine.contains("cluster_name=" + name + " ");
  }

  /** Matches the process title that a backend sets after its start. */
  private boolean isBackend(String commandLine) {
    return commandLine.startsWith("postgres: " + name + ": ");
  }

  private static List<ProcessHandle> running(Predicate<String> kind) {
    return ProcessHandle.allProcesses().filter(process -> kind.test(commandLine(process))).toList();
  }

  private static String commandLine(ProcessHandle process) {
    try {
      // Zombie processes have an empty command line.
      byte[] raw = Files.readAllBytes(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
      return new String(raw, UTF_8).replace('\0', ' ');
    } catch (IOException e) {
      return process.info().commandLine().map(line -> line + " ").orElse("");
    }
  }
}
