package dev.edgewise.sdk.testing;

import dev.edgewise.server.cli.Main;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A server with its own PostgreSQL in a process of its own, which may be killed and started again.
 */
public final class ServerProcess implements AutoCloseable {

  private static final Duration START_PATIENCE = Duration.ofMinutes(2);
  private static final int STOP_PATIENCE_SECS = 30;

  private final Path folder;
  private final int port;
  private Process process;

  private ServerProcess(Path folder, int port) {
    this.folder = folder;
    this.port = port;
    this.process = started();
  }

  /** Starts a server on a free port. */
  public static ServerProcess start() {
    try {
      return new ServerProcess(Files.createTempDirectory("edgewise-server-"), freePort());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The server that the tests of one run share; it ends with them. */
  public static ServerProcess shared() {
    return Holder.SHARED;
  }

  public URI uri() {
    return URI.create("http://127.0.0.1:" + port);
  }

  /** Ends the server without any warning. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Starts the server again, with the same address and data. */
  public void restart() {
    process = started();
  }

  private Process started() {
    ProcessBuilder builder =
        new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "serve"));
    builder
        .environment()
        .putAll(
            Map.of(
                "EDGEWISE_DATA_DIR", folder.resolve("data").toString(),
                "PORT", Integer.toString(port),
                "DRAIN_TIMEOUT_SECS", "1"));
    Path log = folder.resolve("server.log");
    try {
      Process begun =
          builder
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      Awaitility.await()
          .atMost(START_PATIENCE)
          .pollInterval(Duration.ofMillis(100))
          .failFast("the server has ended, see " + log, () -> !begun.isAlive())
          .until(this::isReady);
      return begun;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean isReady() throws InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request = HttpRequest.newBuilder(uri().resolve("/ready")).build();
      return client.send(request, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      return socket.getLocalPort();
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_PATIENCE_SECS, TimeUnit.SECONDS)) {
        kill();
      }
      try (Stream<Path> paths = Files.walk(folder)) {
        for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(path);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static final class Holder {

    private static final ServerProcess SHARED = start();

    static {
      Runtime.getRuntime().addShutdownHook(new Thread(SHARED::close, "server-process-exit"));
    }
  }
}
