package dev.edgewise.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Heartbeat;
import dev.edgewise.api.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Request bodies that would fill the memory, or do not end, in a server with little memory. */
@Timeout(120)
class BodiesUnderPressureTest {
  private static final int CLIENTS = 12;
  private static final int SENT_BYTES = 60 * 1024 * 1024;

  @TempDir Path folder;

  /** A server in a process of its own. */
  static final class Small {
    private Small() {}

    public static void main(String[] arguments) throws IOException {
      try (var server =
          new RunningServer(
              Map.of(),
              Route.post("/items", "Keeps its body in memory")
                  .open()
                  .by(request -> Answer.ok(request.bodyItems(Heartbeat.class).size())),
              Route.post("/value", "Echo")
                  .open()
                  .by(request -> Answer.ok(request.body(Json.class))))) {
        System.out.println(server.port());
        System.in.read();
      }
    }
  }

  @Test
  void unfinishedBodiesThatWouldFillTheMemoryAreRefusedWhileSmallRequestsGoOn() throws Exception {
    Path errors = folder.resolve("errors");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                Small.class.getName())
            .redirectError(errors.toFile())
            .start();
    List<Socket> sockets = new ArrayList<>();
    var pool = Executors.newVirtualThreadPerTaskExecutor();
    try (BufferedReader lines = process.inputReader()) {
      int port = Integer.parseInt(lines.readLine());
      List<Future<String>> refusals = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        sockets.add(socket);
        refusals.add(pool.submit(unfinished(socket)));
      }
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() ->
              assertThat(refusals.stream().filter(Future::isDone).count())
                  .isGreaterThanOrEqualTo(CLIENTS - 1));
      for (int i = 0; i < 20; i++) {
        assertThat(
                RawExchange.of(
                        port,
                        "POST /value HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                            + "Content-Length: 7\r\n\r\n[1,2,3]")
                    .body())
            .isEqualTo("[1,2,3]");
      }
      for (Future<String> refusal : refusals) {
        if (refusal.isDone()) {
          assertThat(refusal.get())
              .startsWith("HTTP/1.1 503 ")
              .contains("Retry-After: 1", ErrorCode.OVERLOADED.type());
        }
      }
      assertThat(Files.readString(errors)).doesNotContain("OutOfMemoryError");
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
      process.destroy();
      process.waitFor();
      pool.close();
    }
  }

  /** Sends most of a body and waits for the answer. */
  private static Callable<String> unfinished(Socket socket) {
    return () -> {
      OutputStream out = socket.getOutputStream();
      out.write(
          "POST /items HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n["
              .formatted(SENT_BYTES + 1000)
              .getBytes(UTF_8));
      byte[] spaces = new byte[64 * 1024];
      Arrays.fill(spaces, (byte) ' ');
      for (int sent = 0; sent < SENT_BYTES; sent += spaces.length) {
        out.write(spaces);
      }
      InputStream in = socket.getInputStream();
      byte[] answer = new byte[4096];
      int length = Math.max(in.read(answer), 0);
      return new String(answer, 0, length, UTF_8);
    };
  }
}
