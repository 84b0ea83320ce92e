package dev.edgewise.server.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Programs that are run to their end. */
final class Commands {

  private Commands() {}

  /**
   * How a program ended.
   *
   * @param code the exit code, or -1 when the program could not be run or took too long
   * @param output what it printed on both streams
   */
  record Outcome(int code, String output) {

    boolean succeeded() {
      return code == 0;
    }
  }

  /** A process that sees nothing of this process's locale, time zone and PG variables. */
  static ProcessBuilder builder(List<String> command, Path folder) {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder
        .environment()
        .keySet()
        .removeIf(name -> name.startsWith("PG") || name.startsWith("LC_") || name.equals("LANG"));
    builder.environment().put("LC_ALL", "C");
    builder.environment().put("TZ", "UTC");
    return builder.redirectErrorStream(true);
  }

  static Outcome run(List<String> command, Path folder, Duration limit) {
    try {
      Process process = builder(command, folder).start();
      process.getOutputStream().close();
      Thread guard =
          Thread.ofPlatform()
              .daemon()
              .name("limit of " + command.getFirst())
              .start(() -> killLate(process, limit));
      String output = new String(process.getInputStream().readAllBytes(), UTF_8);
      int code = process.waitFor();
      guard.interrupt();
      return new Outcome(code, output.strip());
    } catch (IOException e) {
      return new Outcome(-1, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Outcome(-1, "interrupted");
    }
  }

  /** Sends a signal by name. Java itself can send only TERM and KILL. */
  static void signal(String name, long pid) {
    run(
        List.of("/bin/sh", "-c", "kill -" + name + " \"$0\"", Long.toString(pid)),
        Path.of("/"),
        Limits.PROBE);
  }

  /** Waits before the next look at other processes; false when this thread shall end. */
  static boolean pause() {
    try {
      Thread.sleep(Limits.LOOK);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static void killLate(Process process, Duration limit) {
    try {
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
