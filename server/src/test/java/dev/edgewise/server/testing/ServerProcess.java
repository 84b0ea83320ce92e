package dev.edgewise.server.testing;

import static org.awaitility.Awaitility.await;

import dev.edgewise.server.cli.Main;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The real program in a process of its own, which can be killed and started again on the same port.
 * The tests of all modules use it. The bench has a process class of its own, because its main code
 * starts servers and must not depend on tests.
 */
public final class ServerProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Path TARGET = Path.of("target").toAbsolutePath();
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private static final List<String> COMMAND =
      List.of(
          Path.of(System.getProperty("java.home"), "bin", "java").toString(),
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-Xmx512m",
          "-cp",
          System.getProperty("java.class.path"),
          Main.class.getName(),
          "serve");

  private final int port;
  private final Map<String, String> environment;
  private final Path output = outputFile();
  private final Runnable afterwards;
  private Process process;

  private ServerProcess(int port, Map<String, String> environment, Runnable afterwards) {
    this.port = port;
    this.environment = new HashMap<>(environment);
    this.environment.put("PORT", Integer.toString(port));
    this.afterwards = afterwards;
    this.process = launch();
  }

  /** Starts a server with a PostgreSQL of its own and waits until it is ready. */
  public static ServerProcess start() {
    var folder = new TemporaryFolder(TARGET);
    Map<String, String> environment =
        Map.of("EDGEWISE_DATA_DIR", folder.path().toString(), "DRAIN_TIMEOUT_SECS", "1");
    return new ServerProcess(freePort(), environment, folder::close).ready();
  }

  /** The server with a PostgreSQL of its own that the tests of one run share; it ends with them. */
  public static ServerProcess shared() {
    return Holder.SHARED;
  }

  /** Starts a server on a test's database and waits until it is ready. */
  public static ServerProcess start(String databaseUrl, Map<String, String> settings) {
    return launch(freePort(), databaseUrl, settings).ready();
  }

  /** Starts a server that may not come up. */
  public static ServerProcess launch(int port, String databaseUrl, Map<String, String> settings) {
    Map<String, String> environment = new HashMap<>(settings);
    environment.put("DATABASE_URL", databaseUrl);
    environment.put("SKIP_SSRF_VALIDATION", "1");
    environment.put("BIND_ADDRESS", "127.0.0.1");
    environment.put("HOST_URL", "http://127.0.0.1:" + port);
    return new ServerProcess(port, environment, () -> {});
  }

  private static int freePort() {
    try (var socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path outputFile() {
    try {
      Path file = Files.createTempFile(TARGET, "server", ".out");
      file.toFile().deleteOnExit();
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Process launch() {
    ProcessBuilder builder = new ProcessBuilder(COMMAND);
    builder.environment().putAll(environment);
    try {
      return builder
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until the server is ready; stops it when it does not get there. */
  private ServerProcess ready() {
    try {
      await()
          .pollInterval(Duration.ofMillis(20))
          .atMost(PATIENCE)
          .ignoreException(UncheckedIOException.class)
          .failFast(() -> {
            if (!process.isAlive()) {
              throw new AssertionError("The server ended before it was ready:\n" + output());
            }
          })
          .until(() -> send("GET", "/ready", "").statusCode() == 200);
      return this;
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  /** What it has printed so far, to either stream. */
  public String output() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asks the process to stop (SIGTERM). */
  public void terminate() {
    process.destroy();
  }

  /** The exit code of the process, which must end within a time. */
  public int awaitExit(Duration limit) throws InterruptedException {
    if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError("The process still runs after " + limit + ":\n" + output());
    }
    return process.exitValue();
  }

  /** Kills the process without any warning. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Starts the program again, with the same address and data, and waits until it is ready. */
  public void restart() {
    process = launch();
    ready();
  }

  public URI uri() {
    return URI.create("http://127.0.0.1:" + port);
  }

  /** Sends a request; an empty body is none. */
  public HttpResponse<String> send(String method, String path, String body) {
    return send(request(method, path, body));
  }

  /** Sends a request with a key. */
  public HttpResponse<String> send(String method, String path, String body, String key) {
    return send(request(method, path, body).header("Authorization", "Bearer " + key));
  }

  private HttpRequest.Builder request(String method, String path, String body) {
    return HttpRequest.newBuilder(uri().resolve(path))
        .timeout(PATIENCE)
        .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return HTTP.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        kill();
      }
      afterwards.run();
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
