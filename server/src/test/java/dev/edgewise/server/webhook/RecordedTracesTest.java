package dev.edgewise.server.webhook;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.store.delivery.Delivery;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.HexFormat;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RecordedTracesTest {

  @Test
  void aCallBecomesASpanOfItsBatchsTraceAtTheCollector() throws Exception {
    var received = new CompletableFuture<String>();
    HttpServer collector =
        HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
    collector.createContext(
        "/v1/traces",
        exchange -> {
          received.complete(new String(exchange.getRequestBody().readAllBytes(), ISO_8859_1));
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    collector.start();
    UUID batch = UUID.fromString("01a1e19d-18d8-7d35-831d-ffb200000000");
    Delivery delivery = Delivery.start(new TaskKey(batch, 7), 2);
    String traceparent;
    URI endpoint = URI.create("http://127.0.0.1:" + collector.getAddress().getPort() + "/");
    try (var traces = new RecordedTraces(endpoint)) {
      try (var span = traces.begin(delivery)) {
        traceparent = span.traceparent();
        span.end(new CallReply.Answered(503, "", true, null));
      }
    } finally {
      String body = received.get(30, TimeUnit.SECONDS);
      collector.stop(0);
      byte[] trace = HexFormat.of().parseHex("01a1e19d18d87d35831dffb200000000");
      assertThat(body)
          .contains(new String(trace, ISO_8859_1))
          .contains("webhook start", delivery.key(), "answered 503", "edgewise");
    }
    assertThat(traceparent).matches("00-01a1e19d18d87d35831dffb200000000-[0-9a-f]{16}-01");
  }
}
