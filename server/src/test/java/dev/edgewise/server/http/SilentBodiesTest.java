package dev.edgewise.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.api.Json;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Request bodies that stop in the middle. */
@Timeout(30)
class SilentBodiesTest {
  private RunningServer server;

  @BeforeEach
  void start() {
    server =
        new RunningServer(
            Map.of("IDLE_TIMEOUT_SECS", "1"),
            Route.post("/echo", "Echo").open().by(request -> Answer.ok(request.body(Json.class))));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aBodyThatFallsSilentIsA408() throws Exception {
    RawExchange answer =
        RawExchange.of(
            server.port(),
            "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n[1,");

    assertThat(answer.status()).isEqualTo(408);
  }
}
