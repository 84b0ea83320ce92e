package dev.edgewise.server.app;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import dev.edgewise.server.http.Parameter;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.testing.TestDatabase;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/**
 * Thousands of requests that are almost right, over every route of a running server: none is
 * answered with 5xx, none hangs, no error is logged, and fsck finds no difference.
 *
 * <p>{@code -Dattack.requests=50000} makes it long, {@code -Dattack.seed=1} another one.
 */
class AttackTest {
  private static final int REQUESTS = Integer.getInteger("attack.requests", 5_000);
  private static final long SEED = Long.getLong("attack.seed", 24);
  private static final int ATTACKERS = 4;
  private static final int HANG_MILLIS = 15_000;
  private static final int SHOWN_CHARS = 600;

  private final AttackWorld world = new AttackWorld();
  private final Queue<String> faults = new ConcurrentLinkedQueue<>();
  private final Map<Integer, AtomicInteger> statuses = new ConcurrentSkipListMap<>();
  private final Map<String, AtomicInteger> routes = new ConcurrentSkipListMap<>();

  /**
   * A request as it is sent.
   *
   * @param complete whether all of it is sent, so that there must be an answer
   */
  private record Shot(String bytes, boolean complete, boolean halfClose) {}

  @Test
  void noRequestIsA5xxOrHangsOrLeavesAnythingUnsound() throws Exception {
    Handler defects = defects();
    Logger.getLogger("dev.edgewise").addHandler(defects);
    try (var database = TestDatabase.open()) {
      try (var client =
          Client.start(
              database,
              Map.of(
                  "MAX_BODY_BYTES",
                  "100000",
                  "IDLE_TIMEOUT_SECS",
                  "1",
                  "WEBHOOK_ALLOWED_HOSTS",
                  "127.0.0.1"))) {
        List<Route> table = client.routes();
        try (var attackers = Executors.newFixedThreadPool(ATTACKERS)) {
          List<Future<?>> running = new ArrayList<>();
          for (int i = 0; i < ATTACKERS; i++) {
            RandomGenerator random =
                RandomGeneratorFactory.of("L64X128MixRandom").create(SEED * ATTACKERS + i);
            running.add(attackers.submit(() -> attack(client.port(), table, random)));
          }
          for (Future<?> each : running) {
            each.get();
          }
        }
        assertThat(client.get("/readyz").status()).isEqualTo(200);
        assertThat(client.get("/batches").raw().body()).contains("\"name\":\"attack\"");
        assertThat(routes).as("attacked routes").hasSize(table.size());
      }
      System.out.printf("%d requests, seed %d: %s%n", REQUESTS, SEED, statuses);
      assertThat(faults).isEmpty();
    } finally {
      Logger.getLogger("dev.edgewise").removeHandler(defects);
    }
  }

  /** Records what the server logs as an error. */
  private Handler defects() {
    return new Handler() {
      @Override
      public void publish(LogRecord line) {
        if (line.getLevel().intValue() >= Level.SEVERE.intValue()) {
          Throwable thrown = line.getThrown();
          faults.add(
              "logged: %s: %s %s".formatted(line.getLoggerName(), line.getMessage(), thrown));
        }
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }

  private void attack(int port, List<Route> table, RandomGenerator random) {
    for (int i = 0; i < REQUESTS / ATTACKERS; i++) {
      Route route = table.get(random.nextInt(table.size()));
      Shot shot = shot(route, random);
      fire(port, shot);
      routes.computeIfAbsent(route.method() + route.path(), _ -> new AtomicInteger()).getAndAdd(1);
    }
  }

  private void fire(int port, Shot shot) {
    String answer;
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(HANG_MILLIS);
      try {
        socket.getOutputStream().write(shot.bytes().getBytes(ISO_8859_1));
        if (shot.halfClose()) {
          socket.shutdownOutput();
        }
      } catch (SocketException e) {
        // The server closed the connection before it had read everything.
      }
      answer = read(socket.getInputStream());
    } catch (SocketTimeoutException e) {
      faults.add("hangs (threads: %s): %s".formatted(threads(), shown(shot.bytes())));
      return;
    } catch (IOException e) {
      faults.add(e + ": " + shown(shot.bytes()));
      return;
    }
    judge(shot, answer);
  }

  /** Writes a thread dump to a file and returns the file. */
  private static Path threads() {
    try {
      Path file = Files.createTempDirectory("attack").resolve("threads.txt");
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpThreads(file.toString(), ThreadDumpFormat.TEXT_PLAIN);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All of an answer, or what there is of a stream. */
  private static String read(InputStream in) throws IOException {
    var bytes = new ByteArrayOutputStream();
    byte[] some = new byte[8192];
    try {
      int read = in.read(some);
      while (read >= 0) {
        bytes.write(some, 0, read);
        if (bytes.toString(ISO_8859_1).contains("text/event-stream")) {
          break;
        }
        read = in.read(some);
      }
    } catch (SocketException e) {
      // What came before the reset counts.
    }
    return bytes.toString(ISO_8859_1);
  }

  private void judge(Shot shot, String answer) {
    int status = answer.startsWith("HTTP/1.1 ") ? Integer.parseInt(answer.substring(9, 12)) : 0;
    if (status == 100) {
      int end = answer.indexOf("HTTP/1.1 ", 1);
      status = end < 0 ? 0 : Integer.parseInt(answer.substring(end + 9, end + 12));
    }
    statuses.computeIfAbsent(status, _ -> new AtomicInteger()).incrementAndGet();
    if (status >= 500 || (status == 0 && shot.complete())) {
      faults.add(status + ": " + shown(shot.bytes()) + "\n=> " + shown(answer));
    }
    if (answer.contains("tools.jackson") || answer.contains("org.postgresql")) {
      faults.add("shows internals: " + shown(answer));
    }
    int body = answer.indexOf("\r\n\r\n");
    if (status / 100 == 2 && body > 0) {
      world.learn(answer.substring(body + 4));
    }
  }

  private static String shown(String text) {
    return text.length() <= SHOWN_CHARS
        ? text
        : text.substring(0, SHOWN_CHARS) + "... (" + text.length() + ")";
  }

  private Shot shot(Route route, RandomGenerator random) {
    var mutations = new AttackMutations(random);
    String method = route.method().name();
    String path = path(route, random);
    String query = query(route, random);
    String body = world.body(route, random);
    List<String> headers = new ArrayList<>(List.of("Host: localhost", "Connection: close"));
    boolean truncated = false;
    boolean halfClose = true;
    String version = random.nextInt(20) == 0 ? "HTTP/1.0" : "HTTP/1.1";
    boolean chunked = version.equals("HTTP/1.1") && random.nextInt(6) == 0;
    for (int i = random.nextInt(4); i > 0; i--) {
      switch (random.nextInt(12)) {
        case 0 -> method = mutations.method();
        case 1 -> path = odd(path, mutations.text(), random);
        case 2, 3 ->
            query = query + (query.isEmpty() ? "?" : "&") + oddParameter(route, mutations, random);
        case 4, 5 -> headers.add(random.nextInt(headers.size() + 1), mutations.header());
        case 6 -> truncated = random.nextInt(4) == 0;
        case 7 -> halfClose = random.nextInt(10) > 0;
        case 8 -> version = random.nextInt(10) == 0 ? "HTTP/9.9" : version;
        default -> body = body.isEmpty() && random.nextInt(5) > 0 ? "" : mutations.body(body);
      }
    }
    String framed = chunked ? mutations.chunks(body) : body;
    if (chunked) {
      headers.add("Transfer-Encoding: chunked");
    } else if (!body.isEmpty()) {
      headers.add("Content-Length: " + body.length());
    }
    String bytes =
        "%s %s%s %s\r\n%s\r\n\r\n%s"
            .formatted(method, path, query, version, String.join("\r\n", headers), framed);
    if (truncated) {
      bytes = bytes.substring(0, random.nextInt(bytes.length()));
    }
    boolean whole = !truncated && !chunked && headers.stream().noneMatch(AttackTest::reframes);
    return new Shot(bytes, whole, halfClose);
  }

  /** Headers that may make the request incomplete, or change its protocol. */
  private static boolean reframes(String header) {
    return (header.startsWith("Content-Length: ") && !header.matches("Content-Length: [1-9]\\d*"))
        || header.startsWith("Transfer-Encoding")
        || header.startsWith("Upgrade")
        || header.startsWith("Expect");
  }

  private String path(Route route, RandomGenerator random) {
    var path = new StringBuilder();
    for (String segment : route.path().substring(1).split("/", -1)) {
      path.append('/')
          .append(
              segment.startsWith("{")
                  ? world.pathValue(route, segment.substring(1, segment.length() - 1), random)
                  : segment);
    }
    return path.toString();
  }

  private static String odd(String path, String text, RandomGenerator random) {
    int slash = path.indexOf('/', random.nextInt(path.length()));
    int at = slash < 0 ? path.length() : slash + random.nextInt(2);
    int next = path.indexOf('/', at);
    return random.nextBoolean()
        ? path.substring(0, at) + text + path.substring(at)
        : path.substring(0, at) + text + (next < 0 ? "" : path.substring(next));
  }

  private String query(Route route, RandomGenerator random) {
    List<String> given = new ArrayList<>();
    for (Parameter parameter : route.parameters()) {
      if (parameter.place() == Parameter.Place.QUERY && random.nextInt(4) == 0) {
        given.add(parameter.name() + "=" + world.queryValue(parameter.name(), random));
      }
    }
    return given.isEmpty() ? "" : "?" + String.join("&", given);
  }

  private static String oddParameter(
      Route route, AttackMutations mutations, RandomGenerator random) {
    List<String> names =
        route.parameters().stream()
            .filter(parameter -> parameter.place() == Parameter.Place.QUERY)
            .map(Parameter::name)
            .toList();
    return names.isEmpty() || random.nextInt(5) == 0
        ? mutations.text() + (random.nextBoolean() ? "" : "=" + mutations.text())
        : names.get(random.nextInt(names.size())) + "=" + mutations.text();
  }
}
