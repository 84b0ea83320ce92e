package dev.edgewise.server.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.testing.TestDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Workers that close their connection during a long poll. */
class HungUpWorkersTest {
  private static TestDatabase database;
  private static Client client;

  @BeforeAll
  static void start() {
    database = TestDatabase.open();
    client = Client.start(database, Map.of());
  }

  @AfterAll
  static void stop() {
    client.close();
    database.close();
  }

  private static String request(String kind, int waitSecs) {
    String body =
        "{\"worker\":\"w\",\"kinds\":[\"%s\"],\"wait_secs\":%d}".formatted(kind, waitSecs);
    return "POST /work/claim HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s"
        .formatted(body.length(), body);
  }

  private static Socket poll(String requests) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), client.port());
    socket.getOutputStream().write(requests.getBytes(UTF_8));
    return socket;
  }

  private static JsonNode claim(String kind, int waitSecs) {
    return client
        .post(
            "/work/claim",
            "{\"worker\":\"w\",\"kinds\":[\"%s\"],\"wait_secs\":%d}".formatted(kind, waitSecs))
        .body();
  }

  private static String submit(String kind) {
    return client
        .post("/task", "[{\"id\":\"a\",\"name\":\"a\",\"kind\":\"%s\"}]".formatted(kind))
        .body()
        .get(0)
        .get("id")
        .asString();
  }

  @Test
  void aWorkerThatHungUpGetsNoTask() throws IOException {
    Socket[] gone = new Socket[3];
    for (int i = 0; i < gone.length; i++) {
      gone[i] = poll(request("deserted", 60));
    }
    // The server checks the connection of a worker that has waited for more than a second.
    assertThat(claim("another", 2)).isEmpty();
    for (Socket each : gone) {
      each.close();
    }
    String task = submit("deserted");

    JsonNode claimed = claim("deserted", 20);
    assertThat(claimed).hasSize(1);
    assertThat(claimed.get(0).get("task_id").asString()).isEqualTo(task);
    assertThat(client.get("/task/" + task).body().get("attempt").asInt()).isZero();
  }

  @Test
  void aWaitingWorkerIsNotMistakenForOneThatHungUp() throws IOException {
    try (Socket patient = poll(request("patient", 60));
        Socket early = poll(request("early", 60) + request("early", 1))) {
      assertThat(claim("another", 2)).isEmpty();
      String first = submit("patient");
      String second = submit("early");

      assertThat(answer(patient)).contains(first);
      BufferedReader answers = reader(early);
      assertThat(answer(answers)).contains(second);
      assertThat(answer(answers)).isEqualTo("[]");
    }
  }

  private static String answer(Socket socket) throws IOException {
    return answer(reader(socket));
  }

  private static BufferedReader reader(Socket socket) throws IOException {
    return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
  }

  /** The body of the next answer. */
  private static String answer(BufferedReader reader) throws IOException {
    assertThat(reader.readLine()).isEqualTo("HTTP/1.1 200 OK");
    int length = 0;
    for (String line = reader.readLine(); !line.isEmpty(); line = reader.readLine()) {
      if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
        length = Integer.parseInt(line.substring("content-length:".length()).strip());
      }
    }
    char[] body = new char[length];
    for (int read = 0; read < length; ) {
      read += reader.read(body, read, length - read);
    }
    return new String(body);
  }
}
