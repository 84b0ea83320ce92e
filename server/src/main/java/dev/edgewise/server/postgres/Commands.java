package dev.edgewise.server.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs programs to their end. */
final class Commands {

  private Commands() {}

  /**
   * The result of a program.
   *
   * @param code the exit code; -1 if the program could not be run or took too long
   * @param output its standard output and standard error
   */
  record Result(int code, String output) {

    boolean succeeded() {
      return code == 0;
    }
  }

  /** Returns a builder for a process without the locale, time zone and PG variables of this one. */
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

  static Result run(List<String> command, Path folder, Duration limit) {
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
      return new Result(code, output.strip());
    } catch (IOException e) {
      return new Result(-1, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Result(-1, "interrupted");
    }
  }

  /** Sends a signal by name; Java can send only TERM and KILL. */
  static void signal(String name, long pid) {
    run(
        List.of("/bin/sh", "-c", "kill -" + name + " \"$0\"", Long.toString(pid)),
        Path.of("/"),
        WaitLimits.PROBE);
  }

  /** Waits before processes are checked again; false if this thread was interrupted. */
  static boolean pause() {
    try {
      Thread.sleep(WaitLimits.POLL);
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
