package dev.edgewise.server.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.server.testing.TestAuthority;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the guards of the HTTP server do on TLS connections. */
@Timeout(60)
class TlsWireTest {
  private static final int LONG = 200_000;
  private static final String GET = "GET %s HTTP/1.1\r\nHost: localhost\r\n";
  private static final Pattern END = Pattern.compile("\\r\\n\\r\\n\"[a-z]+\"$");
  private static final TestAuthority AUTHORITY = new TestAuthority("wire");
  private static final SSLContext CLIENT = AUTHORITY.context(null);

  @TempDir private static Path folder;
  private static Map<String, String> tls;

  private final CompletableFuture<Boolean> vanished = new CompletableFuture<>();
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private final Semaphore looks = new Semaphore(0);

  @BeforeAll
  static void issue() {
    Path certificate = AUTHORITY.issue("localhost", "127.0.0.1").write(folder, "server");
    tls =
        Map.of(
            "TLS_CERT_FILE", certificate.toString(),
            "TLS_KEY_FILE", folder.resolve("server.key").toString());
  }

  private RunningServer server(String... more) {
    Map<String, String> environment = new HashMap<>(tls);
    for (int i = 0; i < more.length; i += 2) {
      environment.put(more[i], more[i + 1]);
    }
    return new RunningServer(
        environment,
        Route.get("/short", "A short answer").open().by(_ -> Answer.ok("short")),
        Route.get("/long", "A long answer")
            .open()
            .by(_ -> Answer.ok(IntStream.range(0, LONG).boxed().iterator())),
        Route.get("/endless", "An answer without end")
            .open()
            .by(_ -> {
              try {
                return Answer.ok(IntStream.iterate(0, i -> i).boxed().iterator());
              } finally {
                asked.countDown();
              }
            }),
        Route.get("/poll", "Whether the client is there")
            .open()
            .by(_ -> {
              asked.countDown();
              while (!released.await(0, TimeUnit.SECONDS)
                  && ClientConnection.current().clientIsThere()) {
                looks.release();
              }
              vanished.complete(released.getCount() > 0);
              return Answer.ok("polled");
            }));
  }

  private static SSLSocket connect(RunningServer server) throws IOException {
    return over(new Socket(InetAddress.getLoopbackAddress(), server.port()));
  }

  private static SSLSocket over(Socket below) throws IOException {
    var socket = (SSLSocket) CLIENT.getSocketFactory().createSocket(below, "localhost", 443, true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
    socket.setSoTimeout(20_000);
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(US_ASCII));
  }

  /** Reads up to the end of an answer with a short body. */
  private static String answer(Socket socket) throws IOException {
    var read = new ByteArrayOutputStream();
    while (!END.matcher(read.toString(US_ASCII)).find()) {
      int next = socket.getInputStream().read();
      assertThat(next).as(read.toString(US_ASCII)).isNotNegative();
      read.write(next);
    }
    return read.toString(US_ASCII);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void aConnectionServesSeveralRequestsAndEndsWhenAskedTo(String version) throws Exception {
    try (var server = server();
        SSLSocket socket = connect(server)) {
      socket.setEnabledProtocols(new String[] {version});
      send(socket, GET.formatted("/short") + "\r\n");
      assertThat(answer(socket)).startsWith("HTTP/1.1 200 OK");
      assertThat(socket.getSession().getProtocol()).isEqualTo(version);
      RawExchange last =
          RawExchange.of(socket, GET.formatted("/long") + "Connection: close\r\n\r\n");
      assertThat(last.unchunked()).startsWith("[0,1,").endsWith("," + (LONG - 1) + "]");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1", "TLSv1.1"})
  void versionsBefore12AreRefused(String version) throws Exception {
    try (var server = server();
        var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(20_000);
      // The JDK's client cannot be made to offer them.
      byte minor = (byte) (version.equals("TLSv1") ? 1 : 2);
      byte[] random = new byte[32];
      var hello = new ByteArrayOutputStream();
      hello.writeBytes(new byte[] {3, minor});
      hello.writeBytes(random);
      hello.writeBytes(new byte[] {0, 0, 4, (byte) 0xc0, 0x09, (byte) 0xc0, 0x0a, 1, 0});
      byte[] body = hello.toByteArray();
      socket.getOutputStream().write(new byte[] {22, 3, 1, 0, (byte) (body.length + 4), 1, 0, 0});
      socket.getOutputStream().write(body.length);
      socket.getOutputStream().write(body);
      byte[] alert = socket.getInputStream().readAllBytes();
      assertThat(Arrays.copyOf(alert, 1)).containsExactly(21);
      assertThat(alert[alert.length - 1]).as("protocol_version").isEqualTo((byte) 70);
    }
  }

  @Test
  void http2IsNotOffered() throws Exception {
    try (var server = server()) {
      try (SSLSocket both = connect(server)) {
        offer(both, "h2", "http/1.1");
        both.startHandshake();
        assertThat(both.getApplicationProtocol()).isEqualTo("http/1.1");
      }
      try (SSLSocket only = connect(server)) {
        offer(only, "h2");
        assertThatThrownBy(only::startHandshake).isInstanceOf(SSLException.class);
      }
    }
  }

  private static void offer(SSLSocket socket, String... protocols) {
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(protocols);
    socket.setSSLParameters(parameters);
  }

  @Test
  void anHttp10AnswerEndsWithACloseNotify() throws Exception {
    try (var server = server()) {
      RawExchange answer = RawExchange.of(connect(server), "GET /long HTTP/1.0\r\n\r\n");
      // Without a close_notify the read would have failed.
      assertThat(answer.body()).startsWith("[0,1,").endsWith("," + (LONG - 1) + "]");
    }
  }

  @Test
  void aRequestForPlainHttpIsToldToUseHttps() throws Exception {
    try (var server = server()) {
      RawExchange answer = RawExchange.of(server.port(), GET.formatted("/short") + "\r\n");
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.body())
          .isEqualTo("This port speaks HTTPS. Use a URL that begins with https://\n");
    }
  }

  @Test
  void aClientThatDisconnectsDuringALongRequestIsNoticed() throws Exception {
    try (var server = server()) {
      try (SSLSocket socket = connect(server)) {
        send(socket, GET.formatted("/poll") + "\r\n");
        asked.await();
      }
      assertThat(vanished.get(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aClientThatDisconnectsWithoutACloseNotifyIsNoticed() throws Exception {
    try (var server = server()) {
      try (var below = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
        send(over(below), GET.formatted("/poll") + "\r\n");
        asked.await();
      }
      assertThat(vanished.get(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  /** The check for a client that has gone times out in the middle of a TLS record. */
  @Test
  void aRequestWhoseRecordArrivesInPiecesIsRead() throws Exception {
    try (var server = server();
        var below = new Halving(server.port());
        SSLSocket socket = over(below)) {
      send(socket, GET.formatted("/poll") + "\r\n");
      asked.await();
      below.halve();
      send(socket, GET.formatted("/short") + "\r\n");
      looks.drainPermits();
      looks.acquire(50);
      below.sendRest();
      looks.acquire(50);
      released.countDown();
      assertThat(vanished.get(20, TimeUnit.SECONDS)).isFalse();
      assertThat(answer(socket)).endsWith("\"polled\"");
      assertThat(answer(socket)).endsWith("\"short\"");
    }
  }

  /** A socket that can keep back the second half of what is written to it. */
  private static final class Halving extends Socket {
    private byte @Nullable [] rest;
    private boolean halving;

    Halving(int port) throws IOException {
      super(InetAddress.getLoopbackAddress(), port);
    }

    void halve() {
      halving = true;
    }

    void sendRest() throws IOException {
      halving = false;
      super.getOutputStream().write(Objects.requireNonNull(rest));
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
      OutputStream out = super.getOutputStream();
      return new OutputStream() {
        @Override
        public void write(int b) throws IOException {
          out.write(b);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
          int first = halving ? length / 2 : length;
          out.write(bytes, offset, first);
          rest = Arrays.copyOfRange(bytes, offset + first, offset + length);
        }
      };
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aClientThatFallsSilentIsDisconnected(boolean afterTheHandshake) throws Exception {
    try (var server = server("IDLE_TIMEOUT_SECS", "1");
        var below = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      below.setSoTimeout(20_000);
      if (afterTheHandshake) {
        SSLSocket socket = over(below);
        send(socket, "GET /short HTTP/1.1\r\n");
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
      } else {
        below.getOutputStream().write(22);
        assertThat(below.getInputStream().readAllBytes()).hasSizeLessThan(10);
      }
    }
  }

  @Test
  void aClientThatDoesNotReadItsAnswerIsDisconnected() throws Exception {
    try (var server = server("IDLE_TIMEOUT_SECS", "1", "DRAIN_TIMEOUT_SECS", "30");
        SSLSocket socket = connect(server)) {
      send(socket, GET.formatted("/endless") + "\r\n");
      asked.await();
      long begun = System.nanoTime();
      // A stop waits for open requests.
      server.stop();
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(15));
      assertThatThrownBy(() -> socket.getInputStream().transferTo(OutputStream.nullOutputStream()))
          .isInstanceOf(IOException.class);
    }
  }
}
