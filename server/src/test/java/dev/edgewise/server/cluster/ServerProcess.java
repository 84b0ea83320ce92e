package dev.edgewise.server.cluster;

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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The real program in a process of its own, on a port that survives it. */
final class ServerProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final List<String> command;
  private final Map<String, String> environment;
  private final int port;
  private final Path output;
  private Process process;

  private ServerProcess(int port, Map<String, String> environment) {
    this.port = port;
    this.environment = environment;
    this.output = temporaryFile();
    this.command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx256m",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "serve",
            "--port=" + port,
            "--bind-address=127.0.0.1",
            "--host-url=http://127.0.0.1:" + port);
    this.process = launch();
  }

  /** Starts a server and waits until it is ready. */
  static ServerProcess start(String databaseUrl, Map<String, String> settings) {
    try (var socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      int port = socket.getLocalPort();
      socket.close();
      ServerProcess server = launch(port, databaseUrl, settings);
      server.awaitReady();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts a server that may not come up. */
  static ServerProcess launch(int port, String databaseUrl, Map<String, String> settings) {
    Map<String, String> environment = new HashMap<>(settings);
    environment.put("DATABASE_URL", databaseUrl);
    environment.put("SKIP_SSRF_VALIDATION", "1");
    return new ServerProcess(port, environment);
  }

  private static Path temporaryFile() {
    try {
      Path file = Files.createTempFile(Path.of("target"), "server", ".out");
      file.toFile().deleteOnExit();
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Process launch() {
    ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(command));
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

  /** What it has printed so far, to either stream. */
  String output() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asks the process to stop (SIGTERM). */
  void terminate() {
    process.destroy();
  }

  /** The exit code of the process, which must end within a time. */
  int awaitExit(Duration limit) throws InterruptedException {
    if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError("The process still runs after " + limit + ":\n" + output());
    }
    return process.exitValue();
  }

  /** Kills the process without any warning. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Starts the program again at the same address. */
  void restart() {
    process = launch();
    awaitReady();
  }

  private void awaitReady() {
    await()
        .pollInterval(Duration.ofMillis(20))
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> send("GET", "/ready", "").statusCode() == 200);
  }

  String url() {
    return "http://127.0.0.1:" + port;
  }

  HttpResponse<String> send(String method, String path, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url() + path))
            .timeout(PATIENCE)
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build();
    try {
      return HTTP.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      kill();
    }
  }
}
