package dev.edgewise.server.postgres;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A {@link ServerProgram} in a process of its own. */
final class ChildServer implements AutoCloseable {

  /** Where the tests share the unpacked programs. */
  static final Path PROGRAMS = Path.of("target", "test-postgres").toAbsolutePath();

  private static final int LIMIT_SECS = 30;

  private final Process process;
  private final String report;

  private ChildServer(Process process) throws IOException {
    this.process = process;
    BufferedReader output = process.inputReader();
    this.report = String.valueOf(output.readLine());
  }

  /** Starts the program and returns when it has reported. */
  static ChildServer start(Path folder) throws IOException {
    return start(command(folder, PROGRAMS), Map.of());
  }

  static ChildServer start(List<String> command, Map<String, String> environment)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    return new ChildServer(builder.redirectError(ProcessBuilder.Redirect.DISCARD).start());
  }

  static List<String> command(Path folder, Path programs) {
    return new ArrayList<>(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            ServerProgram.class.getName(),
            folder.toString(),
            programs.toString()));
  }

  String report() {
    return report;
  }

  long rows() {
    return Long.parseLong(word(1));
  }

  long serverPid() {
    return Long.parseLong(word(3));
  }

  long pid() {
    return process.pid();
  }

  /** Kills the program, and nothing else, without any warning. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() throws IOException, InterruptedException {
    process.getOutputStream().close();
    if (!process.waitFor(LIMIT_SECS, TimeUnit.SECONDS)) {
      kill();
    }
  }

  private String word(int index) {
    String[] words = report.split(" ", -1);
    if (!words[0].equals("rows")) {
      throw new AssertionError(report);
    }
    return words[index];
  }
}
