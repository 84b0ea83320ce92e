package dev.edgewise.bench.peers;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.bench.load.Graph;
import dev.edgewise.bench.process.ProcessorTime;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A system that runs beside the bench and does what it is told line by line. */
final class PeerProcess implements AutoCloseable {

  private static final int PATIENCE_SECS = 20;

  /** How long it may take over one thing. */
  private static final Duration SILENCE = Duration.ofMinutes(3);

  private final Process process;
  private final BufferedReader out;
  private final PrintStream in;
  private final Path folder;
  private final Path log;
  private final Thread hook;

  private PeerProcess(Process process, Path folder, Path log) {
    this.process = process;
    this.out = process.inputReader(UTF_8);
    this.in = new PrintStream(process.getOutputStream(), true, UTF_8);
    this.folder = folder;
    this.log = log;
    this.hook = new Thread(process::destroy, "end-" + process.pid());
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Starts a program and waits until it is ready. */
  static PeerProcess start(List<String> command, Map<String, String> environment, Path folder) {
    try {
      Path log = Files.createTempFile(folder, "peer-", ".log");
      ProcessBuilder builder = new ProcessBuilder(command).redirectError(log.toFile());
      builder.environment().putAll(environment);
      var peer = new PeerProcess(builder.start(), folder, log);
      peer.await("ready");
      return peer;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Lets it store the tasks of a graph. */
  void submit(Graph graph) {
    Path file = folder.resolve("graph-" + process.pid());
    try {
      Files.write(
          file,
          IntStream.range(0, graph.size())
              .mapToObj(no ->
                  graph.parents(no).mapToObj(Integer::toString).collect(Collectors.joining(" ")))
              .toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    in.println("submit " + file);
    await("submitted");
  }

  /** Lets it do them, and says how that went. */
  Executions run(int tasks) {
    Path file = folder.resolve("executions-" + process.pid());
    in.println("run " + file);
    await("ran");
    return Executions.read(file, tasks);
  }

  /** What it and its children have used. */
  Duration processorTime() {
    return process
        .descendants()
        .map(child -> ProcessorTime.of(child.pid()))
        .reduce(ProcessorTime.of(process.pid()), Duration::plus);
  }

  private void await(String answer) {
    Thread guard = Thread.ofVirtual().start(this::endSilence);
    try {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        if (line.equals(answer)) {
          return;
        }
      }
      throw new IllegalStateException(
          "The peer has ended instead of saying '%s':\n%s"
              .formatted(answer, Files.readString(log)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      guard.interrupt();
    }
  }

  /** Ends a peer that hangs. */
  private void endSilence() {
    try {
      Thread.sleep(SILENCE);
      process.destroyForcibly();
    } catch (InterruptedException e) {
      // It has answered.
    }
  }

  @Override
  public void close() {
    in.close();
    try {
      if (!process.waitFor(PATIENCE_SECS, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    } catch (IllegalStateException e) {
      // This process ends already.
    }
  }
}
