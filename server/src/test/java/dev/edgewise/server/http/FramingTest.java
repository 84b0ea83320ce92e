package dev.edgewise.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.api.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP as proxies and old clients speak it, byte by byte. */
@Timeout(60)
class FramingTest {
  private static final int COUNT = 100_000;

  private static RunningServer server;

  @BeforeAll
  static void start() {
    server =
        new RunningServer(
            Map.of(),
            Route.get("/many", "A long list")
                .open()
                .by(_ -> Answer.ok(IntStream.range(0, COUNT).boxed().iterator())),
            Route.get("/few", "A short list").open().by(_ -> Answer.ok(new int[] {1, 2})),
            Route.get("/stream", "Written bit by bit")
                .open()
                .by(_ ->
                    new Answer(
                        200,
                        Map.of(),
                        new Answer.Streamed(
                            "text/plain",
                            out -> {
                              out.write("first ".getBytes(StandardCharsets.UTF_8));
                              out.flush();
                              out.write("last".getBytes(StandardCharsets.UTF_8));
                            }))),
            Route.get("/events", "Server-Sent Events")
                .open()
                .by(_ -> Answer.events(stream -> stream.send("1", "only", new Json("{}")))),
            Route.delete("/nothing", "No content").open().by(_ -> Answer.empty(204)),
            Route.post("/echo", "Echo").open().by(request -> Answer.ok(request.body(Json.class))));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static RawExchange exchange(String request) throws IOException {
    return RawExchange.of(server.port(), request);
  }

  private static RawExchange closing(String method, String path) throws IOException {
    return exchange(
        method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  }

  private static RawExchange old(String path, String... headers) throws IOException {
    return exchange("GET " + path + " HTTP/1.0\r\n" + String.join("", headers) + "\r\n");
  }

  private static RawExchange chunked(String chunks) throws IOException {
    return exchange(
        "POST /echo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            + "Transfer-Encoding: chunked\r\n\r\n"
            + chunks);
  }

  @Test
  void aLongAnswerIsWholeWhenTheClientAskedToClose() throws Exception {
    RawExchange answer = closing("GET", "/many");
    assertThat(answer.hasHeader("Transfer-Encoding")).isTrue();
    assertThat(answer.unchunked()).startsWith("[0,1,").endsWith("," + (COUNT - 1) + "]");
  }

  @Test
  void aStreamedAnswerIsWholeWhenTheClientAskedToClose() throws Exception {
    assertThat(closing("GET", "/stream").unchunked()).isEqualTo("first last");
    assertThat(closing("GET", "/events").unchunked()).contains("event: only");
  }

  @Test
  void anHttp10ClientGetsAWholeAnswerThatIsNotChunked() throws Exception {
    RawExchange few = old("/few", "Host: localhost\r\n");
    assertThat(few.status()).isEqualTo(200);
    assertThat(few.body()).isEqualTo("[1,2]");
    for (String keepAlive : new String[] {"", "Connection: keep-alive\r\n"}) {
      RawExchange many = old("/many", "Host: localhost\r\n", keepAlive);
      assertThat(many.status()).isEqualTo(200);
      assertThat(many.hasHeader("Transfer-Encoding")).isFalse();
      assertThat(many.body()).startsWith("[0,1,").endsWith("," + (COUNT - 1) + "]");
    }
    assertThat(old("/stream", "Host: localhost\r\n").body()).isEqualTo("first last");
    assertThat(old("/events", "Host: localhost\r\n").body()).contains("event: only");
  }

  @Test
  void anHttp10ClientNeedNotNameAHost() throws Exception {
    assertThat(old("/few").body()).isEqualTo("[1,2]");
  }

  @Test
  void anHttp10ClientMaySendABody() throws Exception {
    RawExchange answer =
        exchange("POST /echo HTTP/1.0\r\nHost: localhost\r\nContent-Length: 7\r\n\r\n[1,2,3]");
    assertThat(answer.body()).isEqualTo("[1,2,3]");
  }

  @Test
  void anHttp10RequestMayFollowOneOfHttp11() throws Exception {
    RawExchange answer =
        exchange(
            """
            GET /few HTTP/1.1\r
            Host: localhost\r
            \r
            GET /many HTTP/1.0\r
            Host: localhost\r
            \r
            """);
    assertThat(answer.body()).contains("[1,2]HTTP/1.1 200 OK").endsWith("," + (COUNT - 1) + "]");
  }

  @Test
  void aRequestLineThatIsNotHttpIsA400() throws Exception {
    assertThat(exchange("nonsense\r\n\r\n").status()).isEqualTo(400);
    assertThat(exchange("GET /few HTTP/3.7\r\nHost: localhost\r\n\r\n").status()).isEqualTo(400);
    assertThat(exchange("GET /few\r\n\r\n").status()).isEqualTo(400);
  }

  /** The form that clients use towards a proxy, and some proxies towards the server. */
  @ParameterizedTest
  @ValueSource(
      strings = {"http://localhost/few", "HTTP://Localhost:8085/few", "https://[::1]:1/few?"})
  void aTargetMayNameTheServer(String target) throws Exception {
    assertThat(closing("GET", target).body()).isEqualTo("[1,2]");
    assertThat(exchange("GET " + target + " HTTP/1.0\r\n\r\n").body()).isEqualTo("[1,2]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"few", "xfew", "*", "ftp://localhost/few", "http:/few"})
  void aTargetThatIsNotAPathIsA404(String target) throws Exception {
    assertThat(closing("GET", target).status()).isEqualTo(404);
  }

  @Test
  void aUrlWithCharactersThatMustBeEncodedIsA400ThatSaysSo() throws Exception {
    RawExchange answer = closing("GET", "/few?x={\"a\":1}");
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body()).contains("URL", "%7B");
  }

  @Test
  void chunkExtensionsAndTrailersAreLegal() throws Exception {
    assertThat(chunked("3;name=value\r\n[1,\r\n2 ; x=\"a\"\r\n2]\r\n0;last\r\n\r\n").body())
        .isEqualTo("[1,2]");
    assertThat(chunked("5\r\n[1,2]\r\n0\r\nChecksum: 7\r\nOther: x\r\n\r\n").body())
        .isEqualTo("[1,2]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x\r\n[1]\r\n0\r\n\r\n",
        "-3\r\n[1]\r\n0\r\n\r\n",
        "+3\r\n[1]\r\n0\r\n\r\n",
        "\r\n[1]\r\n0\r\n\r\n",
        ";a=b\r\n[1]\r\n0\r\n\r\n",
        "ffffffffffffffff\r\n[1]\r\n0\r\n\r\n",
        "3\n[1]\n0\n\n",
        "3\r\n[1]xx0\r\n\r\n",
        "3 3\r\n[1]\r\n0\r\n\r\n",
      })
  void aBadChunkIsA400(String chunks) throws Exception {
    RawExchange answer = chunked(chunks);
    assertThat(answer.status()).as(answer.body()).isEqualTo(400);
  }

  /** Otherwise the client would send its next request into a connection that is about to end. */
  @ParameterizedTest
  @CsvSource({
    "/echo, Transfer-Encoding: chunked, x", // No size of a chunk.
    "/none, Expect: 100-continue, ''",
  })
  void aRefusalThatEndsTheConnectionSaysSo(String path, String header, String body)
      throws Exception {
    String length = header.startsWith("Expect") ? "Content-Length: 3\r\n" : "";
    RawExchange answer =
        exchange(
            "POST %s HTTP/1.1\r\nHost: localhost\r\n%s%s\r\n\r\n%s\r\n"
                .formatted(path, length, header, body));
    assertThat(answer.status()).isBetween(400, 404);
    assertThat(answer.head()).contains("\r\nConnection: close\r\n");
  }

  @Test
  void anEndlessChunkLineIsRefusedInsteadOfKept() throws Exception {
    assertThat(chunked("3;" + "x".repeat(1_000_000) + "\r\n[1]\r\n0\r\n\r\n").status())
        .isEqualTo(400);
    assertThat(chunked("3\r\n[1]\r\n0\r\n" + "Trailer: x\r\n".repeat(100_000) + "\r\n").status())
        .isEqualTo(400);
  }

  @Test
  void noContentHasNoContentLength() throws Exception {
    RawExchange answer = closing("DELETE", "/nothing");
    assertThat(answer.status()).isEqualTo(204);
    assertThat(answer.hasHeader("Content-Length")).isFalse();
  }

  @Test
  void headAnswersWithoutABody() throws Exception {
    RawExchange many = closing("HEAD", "/many");
    assertThat(many.status()).isEqualTo(200);
    assertThat(many.body()).isEmpty();
    assertThat(closing("HEAD", "/stream").status()).isEqualTo(200);
  }

  @Test
  void optionsAnswersForAResourceAndForTheServer() throws Exception {
    assertThat(closing("OPTIONS", "/many").head()).contains(" 204 ", "GET, HEAD, OPTIONS");
    assertThat(closing("OPTIONS", "*").status()).isEqualTo(204);
  }

  @Test
  void answersAreCompressedWhenAskedFor() throws Exception {
    for (String path : new String[] {"/many", "/stream"}) {
      HttpResponse<byte[]> answer = asking(path, "deflate, gzip;q=0.8");
      assertThat(answer.headers().firstValue("content-encoding")).hasValue("gzip");
      assertThat(answer.headers().firstValue("vary")).hasValue("Accept-Encoding");
      String plain = server.get(path).body();
      try (var unpacked = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
        assertThat(new String(unpacked.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(plain);
      }
    }
  }

  @Test
  void answersAreNotCompressedWhenNotAskedForOrNotWorthIt() throws Exception {
    for (String accepted : new String[] {"identity", "gzip;q=0", "deflate", "x-gzipped"}) {
      assertThat(asking("/many", accepted).headers().firstValue("content-encoding")).isEmpty();
    }
    assertThat(asking("/few", "gzip").headers().firstValue("content-encoding")).isEmpty();
    HttpResponse<byte[]> events = asking("/events", "gzip");
    assertThat(events.headers().firstValue("content-encoding")).isEmpty();
    assertThat(new String(events.body(), ISO_8859_1)).contains("event: only");
  }

  private static HttpResponse<byte[]> asking(String path, String accepted) throws Exception {
    return server
        .client()
        .send(
            HttpRequest.newBuilder(server.uri(path))
                .version(HttpClient.Version.HTTP_1_1)
                .header("Accept-Encoding", accepted)
                .build(),
            HttpResponse.BodyHandlers.ofByteArray());
  }
}
