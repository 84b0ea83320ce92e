package dev.edgewise.server.life;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.engine.Loop;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a process ends after a fatal error. */
@Timeout(60)
class ProcessEndTest {
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream err = new PrintStream(printed, true, UTF_8);
  private final List<Integer> codes = Collections.synchronizedList(new ArrayList<>());

  /** A server's loop that needs more memory than there is. */
  static final class GreedyProgram {
    private static final List<long[]> KEPT = new ArrayList<>();

    private GreedyProgram() {}

    public static void main(String[] arguments) throws Exception {
      ProcessEnd.install();
      new Loop(
              "greedy",
              Duration.ofSeconds(1),
              () -> {
                KEPT.add(new long[1_000_000]);
                return Duration.ZERO;
              })
          .start();
      new CountDownLatch(1).await();
    }
  }

  @Test
  void aLoopThatExhaustsTheMemoryEndsTheProcessWithASentenceAndAnExitCode() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                GreedyProgram.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);

    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(3);
    assertThat(output).startsWith("Edgewise ran out of memory and ends with exit code 3.");
  }

  @Test
  void anErrorThatEndsAThreadEndsTheProcessAndAnExceptionDoesNot() {
    var end = new ProcessEnd(err, codes::add);

    end.uncaughtException(Thread.currentThread(), new IllegalStateException("of a test"));
    assertThat(codes).isEmpty();

    end.uncaughtException(Thread.currentThread(), new NoClassDefFoundError("Missing"));
    assertThat(codes).containsExactly(ProcessEnd.EXIT_CODE);
    assertThat(printed.toString(UTF_8))
        .startsWith("Edgewise ends with exit code 3: ")
        .contains("NoClassDefFoundError: Missing ended thread " + Thread.currentThread().getName());
  }

  @Test
  void outOfMemoryIsFatalHoweverItIsWrappedAndAStackOverflowIsNot() {
    var wrapped =
        new IllegalStateException(new SQLException("of a test", new OutOfMemoryError("heap")));

    assertThat(ProcessEnd.fatal(wrapped)).hasMessage("heap");
    assertThat(ProcessEnd.fatal(new StackOverflowError())).isNull();
    assertThat(ProcessEnd.fatal(new NoClassDefFoundError())).isNull();
  }

  @Test
  void aStopThatTakesTooLongEndsTheProcessAndOneInTimeDoesNot() {
    try (StopLimit _ = new StopLimit(Duration.ofHours(1), err, codes::add)) {
      assertThat(codes).isEmpty();
    }
    try (StopLimit _ = new StopLimit(Duration.ofMillis(10), err, codes::add)) {
      await().until(() -> !codes.isEmpty());
    }
    assertThat(codes).containsExactly(ProcessEnd.EXIT_CODE);
    assertThat(printed.toString(UTF_8)).contains("DRAIN_TIMEOUT_SECS");
  }
}
