package dev.edgewise.bench.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Another Java with the classes of this one; it ends with this one, however that ends. */
public final class JavaProcess implements AutoCloseable {

  private static final int PATIENCE_SECS = 40;
  private static final int END_PATIENCE_SECS = 600;

  private static final Set<JavaProcess> RUNNING = ConcurrentHashMap.newKeySet();

  private final Process process;
  private final Path log;

  private JavaProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
    RUNNING.add(this);
  }

  /**
   * Starts a program.
   *
   * @param options may name another class path
   * @param log gets everything that it prints
   */
  public static JavaProcess start(
      List<String> options,
      Class<?> main,
      List<String> arguments,
      Map<String, String> environment,
      Path log) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(options);
    command.addAll(List.of(Tethered.class.getName(), main.getName()));
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().putAll(environment);
    try {
      return new JavaProcess(builder.start(), log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public long pid() {
    return process.pid();
  }

  public boolean runs() {
    return process.isAlive();
  }

  /** Waits until the program has ended by itself; returns its exit code. */
  int awaitEnd() {
    try {
      if (process.waitFor(END_PATIENCE_SECS, TimeUnit.SECONDS)) {
        return process.exitValue();
      }
      throw new IllegalStateException("The program has not ended by itself:\n" + printed());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the program ran", e);
    }
  }

  /** What it has printed so far. */
  public String printed() {
    try {
      return Files.readString(log, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asks it for what a diagnostic command prints, with the {@code jcmd} of its Java. */
  void diagnose(String command) {
    Path program = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    try {
      Process asking =
          new ProcessBuilder(program.toString(), Long.toString(pid()), command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (asking.waitFor() != 0) {
        throw new IllegalStateException("jcmd cannot ask process " + pid() + " for " + command);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends all that still run, before what they need goes away. */
  public static void endAll() {
    RUNNING.forEach(process -> process.process.destroy());
    RUNNING.forEach(JavaProcess::close);
  }

  @Override
  public void close() {
    RUNNING.remove(this);
    process.destroy();
    try {
      if (!process.waitFor(PATIENCE_SECS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
