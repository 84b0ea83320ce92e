package dev.edgewise.bench.process;

import dev.edgewise.bench.http.Connection;
import dev.edgewise.server.cli.Main;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An Edgewise server in a process of its own, as its users run it. This is main code of the bench:
 * the fixture of the same name that all tests share is not available to it, and does not measure.
 */
public final class ServerProcess implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration PAUSE = Duration.ofMillis(50);

  private static final Pattern COMPLAINT =
      Pattern.compile("^\\S+ (?:WARN|ERROR) ", Pattern.MULTILINE);

  private static final Pattern KEY = Pattern.compile("ew_\\w+_\\w+");

  private final JavaProcess process;
  private final int port;
  private final Program program;

  /** Signs requests in; null when the server needs no key. */
  private final @Nullable String key;

  /** What is needed to run another command of the same build on the same database. */
  private record Program(List<String> options, Map<String, String> environment, Path folder) {

    JavaProcess start(String log, String... command) {
      return JavaProcess.start(
          options, Main.class, List.of(command), environment, folder.resolve(log));
    }

    /** Creates a key that may do what the load does. */
    String createKey(String log) {
      try (JavaProcess command =
          start(log, "key", "create", "--name", "bench", "--scopes", "read,submit,work")) {
        int code = command.awaitEnd();
        Matcher key = KEY.matcher(command.printed());
        if (code != 0 || !key.find()) {
          throw new IllegalStateException("No key was created:\n" + command.printed());
        }
        return key.group();
      }
    }
  }

  private ServerProcess(JavaProcess process, int port, Program program, @Nullable String key) {
    this.process = process;
    this.port = port;
    this.program = program;
    this.key = key;
  }

  /**
   * Starts a server and waits until it is ready.
   *
   * @param settings go before those that a bench needs
   * @param options of its Java
   */
  public static ServerProcess start(
      String databaseUrl, Map<String, String> settings, List<String> options, Path folder) {
    int port = freePort();
    Map<String, String> environment = new HashMap<>();
    environment.put("DATABASE_URL", databaseUrl);
    environment.put("PORT", Integer.toString(port));
    environment.put("BIND_ADDRESS", "127.0.0.1");
    environment.put("HOST_URL", "http://127.0.0.1:" + port);
    environment.put("WEBHOOK_ALLOWED_HOSTS", "127.0.0.1");
    environment.put("LOG_LEVEL", "warn");
    // Whatever is set for the user's own servers: the load speaks plain HTTP.
    environment.put("AUTH", "none");
    environment.put("AUTH_JWT_ISSUER", "");
    environment.put("TLS_CERT_FILE", "");
    environment.put("TLS_KEY_FILE", "");
    environment.put("TLS_CLIENT_CA_FILE", "");
    environment.putAll(settings);
    Program program = new Program(options, environment, folder);
    // Before the server starts, because it warns of a database without keys.
    String key =
        environment.get("AUTH").equals("keys") ? program.createKey("key-" + port + ".log") : null;
    ServerProcess server =
        new ServerProcess(program.start("server-" + port + ".log", "serve"), port, program, key);
    try {
      server.awaitReady();
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
    return server;
  }

  private static int freePort() {
    try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      return probe.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void awaitReady() {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!ready()) {
      if (!process.runs() || System.nanoTime() > deadline) {
        throw new IllegalStateException("The server did not start:\n" + process.printed());
      }
      try {
        Thread.sleep(PAUSE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while the server started", e);
      }
    }
  }

  private boolean ready() {
    try (Connection connection = connect()) {
      return connection.get("/readyz").status() == 200;
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  public Connection connect() {
    return new Connection(port, key);
  }

  public int port() {
    return port;
  }

  public long pid() {
    return process.pid();
  }

  public Duration processorTime() {
    return ProcessorTime.of(process.pid());
  }

  /** The bytes of its heap that are in use, garbage included. */
  public long heapBytes() {
    try (Connection connection = connect()) {
      return Metrics.sum(
          connection.get("/metrics").accepted().text(), "jvm_memory_used_bytes", "area=\"heap\"");
    }
  }

  /** The bytes of its heap that are in use after everything that can go has gone. */
  public long liveHeapBytes() {
    process.diagnose("GC.run");
    return heapBytes();
  }

  /**
   * What the {@code fsck} of the server's own build prints about its database, or an empty text
   * when it finds no difference. Another build may have another schema, which only its own fsck
   * knows.
   */
  public String differences() {
    try (JavaProcess fsck = program.start("fsck-" + port + ".log", "fsck")) {
      return fsck.awaitEnd() == 0 ? "" : fsck.printed();
    }
  }

  /** Its warnings and errors so far, or an empty text. */
  public String complaints() {
    String printed = process.printed();
    return COMPLAINT.matcher(printed).find() ? printed : "";
  }

  @Override
  public void close() {
    process.close();
  }
}
