package dev.edgewise.bench.executor;

import dev.edgewise.bench.http.Connection;
import dev.edgewise.bench.http.Reply;
import dev.edgewise.bench.load.Graph;
import dev.edgewise.bench.load.Submission;
import dev.edgewise.bench.process.JavaProcess;
import dev.edgewise.bench.process.ProcessorTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A receiver of webhooks in a process of its own. */
public final class Hooks implements Executor {

  private static final Pattern PORT = Pattern.compile("port (\\d+)\\R");
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final JavaProcess process;
  private final int port;
  private long exchanges;

  private Hooks(JavaProcess process) {
    this.process = process;
    this.port = awaitPort();
  }

  /**
   * Starts one.
   *
   * @param sync whether the answer to a call says that the task has ended
   * @param reporters how many ends are reported at once otherwise
   */
  public static Hooks start(boolean sync, int reporters, Path folder) {
    return new Hooks(
        JavaProcess.start(
            List.of(),
            Receiver.class,
            List.of(Boolean.toString(sync), Integer.toString(reporters)),
            Map.of(),
            folder.resolve("receiver-" + System.nanoTime() + ".log")));
  }

  private int awaitPort() {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (process.runs() && System.nanoTime() < deadline) {
      Matcher printed = PORT.matcher(process.printed());
      if (printed.find()) {
        return Integer.parseInt(printed.group(1));
      }
      try {
        Thread.sleep(PAUSE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      }
    }
    process.close();
    throw new IllegalStateException("The receiver did not start:\n" + process.printed());
  }

  @Override
  public byte[] submission(Graph graph) {
    return Submission.of(graph, "http://127.0.0.1:" + port + "/start");
  }

  @Override
  public void begin() {
    try (Connection connection = new Connection(port)) {
      connection.post(Receiver.OPEN, new byte[0]).accepted();
    }
  }

  @Override
  public void check() {
    if (!process.runs()) {
      throw new IllegalStateException("The receiver has ended:\n" + process.printed());
    }
  }

  @Override
  public Timeline end() {
    try (Connection connection = new Connection(port)) {
      Reply reply = connection.post(Receiver.CLOSE, new byte[0]).accepted();
      exchanges = Long.parseLong(reply.header(Receiver.EXCHANGES));
      if (!"0".equals(reply.header(Receiver.FAILURES))) {
        throw new IllegalStateException("Ends were refused:\n" + process.printed());
      }
      return Timeline.of(reply.body());
    }
  }

  @Override
  public long exchanges() {
    return exchanges;
  }

  @Override
  public Duration processorTime() {
    return ProcessorTime.of(process.pid());
  }

  @Override
  public void close() {
    process.close();
  }
}
