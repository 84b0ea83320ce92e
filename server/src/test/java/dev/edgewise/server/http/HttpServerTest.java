package dev.edgewise.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNullElse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Json;
import dev.edgewise.api.PatchAnswer;
import dev.edgewise.api.Scope;
import dev.edgewise.api.TaskPatch;
import dev.edgewise.api.TaskStatus;
import java.io.ByteArrayInputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class HttpServerTest {

  private static final String ID = "0198c0de-0000-7000-8000-000000000001";
  private static RunningServer server;

  @BeforeAll
  static void start() {
    server =
        new RunningServer(
            Map.of("MAX_BODY_BYTES", "2048"),
            Route.get("/task/{id}", "One task")
                .scope(Scope.READ)
                .by(request -> Answer.ok(request.task().publicId())),
            Route.patch("/task/{id}", "Patch")
                .scope(Scope.WORK)
                .takes(TaskPatch.class)
                .by(HttpServerTest::patch),
            Route.patch("/task/pause/{id}", "Pause").open().by(request -> Answer.ok("paused")),
            Route.post("/echo", "Echo").open().by(request -> Answer.ok(request.body(Json.class))),
            Route.post("/patches", "Many")
                .open()
                .by(request ->
                    Answer.ok(
                        request.bodyItems(TaskPatch.class).stream()
                            .map(HttpServerTest::verdict)
                            .toList())),
            Route.get("/gone", "No database")
                .open()
                .by(request -> {
                  throw new IllegalStateException(
                      new SQLTransientConnectionException("password=hunter2"));
                }),
            Route.get("/bug", "A defect")
                .open()
                .by(request -> {
                  throw new IllegalStateException("SELECT secret FROM vault");
                }),
            Route.get("/conflict", "Wrong state")
                .open()
                .by(request -> {
                  throw ApiException.wrongState("It is Running.", TaskStatus.RUNNING, 2);
                }),
            Route.get("/many", "A long list")
                .open()
                .by(request -> Answer.ok(IntStream.range(0, 100_000).boxed().iterator())),
            Route.get("/numbers", "Typed parameters")
                .open()
                .query("n", Integer.class, "a number")
                .query("filler", String.class, "something long")
                .by(request -> Answer.ok(List.of(request.queryInt("n").orElse(-1)))));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Answer patch(Request request) {
    TaskPatch patch = request.body(TaskPatch.class);
    TaskStatus status = requireNonNullElse(patch.status(), TaskStatus.RUNNING);
    return Answer.ok(new PatchAnswer(request.task().publicId(), status, 0, true));
  }

  @Test
  void answersAreSnakeCaseJson() throws Exception {
    var answer = server.send("PATCH", "/task/" + ID, "{\"status\": \"Success\"}");
    assertThat(answer.body())
        .isEqualTo(
            "{\"id\":\"%s\",\"status\":\"Success\",\"attempt\":0,\"applied\":true}".formatted(ID));
    assertThat(answer.headers().firstValue("content-type")).hasValue("application/json");
    assertThat(answer.headers().firstValue("x-request-id")).isPresent();
    assertThat(answer.headers().firstValue("content-length")).isPresent();
  }

  @Test
  void anIdThatIsNotAUuidIsA404() throws Exception {
    for (String id : new String[] {"7", "1-1-1-1-1", "not-a-uuid-not-a-uuid-not-a-uuid-1234"}) {
      problem(server.get("/task/" + id), ErrorCode.TASK_NOT_FOUND);
    }
  }

  @Test
  void aFixedSegmentWinsOverAVariable() throws Exception {
    assertThat(server.send("PATCH", "/task/pause/" + ID, "").body()).isEqualTo("\"paused\"");
  }

  @Test
  void anUnknownPathIsNotFound() throws Exception {
    problem(server.get("/nothing"), ErrorCode.ROUTE_NOT_FOUND);
    problem(server.get("/task/" + ID + "/"), ErrorCode.ROUTE_NOT_FOUND);
    problem(server.get("/"), ErrorCode.ROUTE_NOT_FOUND);
  }

  @Test
  void aWrongMethodIsA405WithTheAllowedOnes() throws Exception {
    var answer = server.send("DELETE", "/task/" + ID, "");
    problem(answer, ErrorCode.METHOD_NOT_ALLOWED);
    assertThat(answer.headers().firstValue("allow")).hasValue("GET, PATCH, HEAD, OPTIONS");
    assertThat(server.send("OPTIONS", "/echo", "").headers().firstValue("allow"))
        .hasValue("POST, OPTIONS");
  }

  @Test
  void headIsGetWithoutABody() throws Exception {
    var answer = server.send("HEAD", "/task/" + ID, "");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("content-length")).hasValue("38");
  }

  @Test
  void faultsOfABodyAreNamedWithTheirPath() throws Exception {
    assertFault("{\"status\":\"Sucess\"}", "status: must be one of Waiting, Pending, Claimed");
    assertFault("{\"new_success\":\"5\"}", "new_success: must be a whole number up to ");
    assertFault("{\"new_success\":1.5}", "new_success: must be a whole number up to ");
    assertFault("{\"priority\":99999999999}", "priority: must be a whole number up to ");
    assertFault("{\"retryable\":\"yes\"}", "retryable: must be true or false");
    assertFault("{\"failure_reason\":7}", "failure_reason: must be a string");
    assertFault("{\"failure_reson\":\"x\"}", "failure_reson: unknown field (did you mean");
    assertFault("{\"failure_reason\":\"a\\u0000b\"}", "failure_reason: must not contain");
    assertFault("{\"result\":{\"a\":[\"\\ud800\"]}}", "result: must not contain an unpaired");
    assertFault("{\"result\":1e99999}", "result: must not contain a number with an exponent");
    assertFault("[]", "body: must be an object");
  }

  @Test
  void anInvalidElementIsNamedAndDoesNotAffectTheOthers() throws Exception {
    assertThat(server.send("POST", "/patches", "[{},{\"priority\":[]},7,null]").body())
        .contains("[\"ok\",\"priority: must be a whole number up to ")
        .contains("\"body: must be an object\"")
        .doesNotContain("Exception");
    problem(server.send("POST", "/patches", "{}"), ErrorCode.INVALID_REQUEST);
    problem(server.send("POST", "/patches", "[{},"), ErrorCode.MALFORMED_JSON);
    problem(server.send("POST", "/patches", "[] []"), ErrorCode.MALFORMED_JSON);
  }

  private static String verdict(BodyItem<TaskPatch> item) {
    return item instanceof BodyItem.Faulty<TaskPatch> faulty ? faulty.error() : "ok";
  }

  @Test
  void malformedJsonIsA400ThatSaysWhere() throws Exception {
    for (String body : new String[] {"", "{", "{\"a\"", "nul", "{} x", "\u0001"}) {
      var answer = server.send("PATCH", "/task/" + ID, body);
      assertThat(answer.statusCode()).as(body).isEqualTo(400);
      assertThat(answer.body()).doesNotContain("Exception", "tools.jackson", "dev.edgewise");
    }
    assertThat(server.send("PATCH", "/task/" + ID, "{\n \"status\": }").body())
        .contains("Malformed JSON", "Line 2, column");
    String deep = "[".repeat(500) + "]".repeat(500);
    assertThat(server.send("POST", "/echo", deep).body()).contains("nested deeper than 200 levels");
  }

  @Test
  void valuesOfAnyShapePassUnchanged() throws Exception {
    String value =
        "{\"a\":[1,2.50,1e3,true,null,\"\\u00e4\\n\"],\"b\":{},\"n\":12345678901234567890}";
    assertThat(server.send("POST", "/echo", value).body()).isEqualTo(value.replace("\\u00e4", "ä"));
    assertThat(server.send("POST", "/echo", "null").body()).isEqualTo("null");
  }

  @Test
  void aBodyPastTheLimitIsRefusedWhetherItsLengthIsKnownOrNot() throws Exception {
    byte[] body = ("\"" + "x".repeat(3000) + "\"").getBytes(UTF_8);
    problem(server.send("POST", "/echo", new String(body, UTF_8)), ErrorCode.BODY_TOO_LARGE);
    var chunked =
        HttpRequest.newBuilder(server.uri("/echo"))
            .version(HttpClient.Version.HTTP_1_1)
            .POST(HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)));
    problem(server.send(chunked), ErrorCode.BODY_TOO_LARGE);
  }

  @Test
  void aMuchTooLargeBodyIsStillAnswered() throws Exception {
    problem(
        server.send("POST", "/echo", "\"" + "x".repeat(20_000_000) + "\""),
        ErrorCode.BODY_TOO_LARGE);
  }

  @Test
  void aClientThatSendsEverythingFirstSeesTheAnswerToo() throws Exception {
    int length = 5_000_000;
    String head = "POST /echo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ";
    assertThat(exchange(head + length + "\r\n\r\n" + "x".repeat(length)))
        .startsWith("HTTP/1.1 413 ")
        .contains(ErrorCode.BODY_TOO_LARGE.type());
    head = head.replace("/echo", "/nothing");
    assertThat(exchange(head + length + "\r\n\r\n" + "x".repeat(length)))
        .startsWith("HTTP/1.1 404 ");
  }

  @Test
  void aConnectionIsClosedWhenItsClientAskedForIt() throws Exception {
    assertThat(exchange("GET /numbers HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
        .endsWith("[-1]");
  }

  @Test
  void requestLinesMayBeLongButNotEndless() throws Exception {
    assertThat(server.get("/numbers?n=5&filler=" + "x".repeat(15_000)).statusCode()).isEqualTo(200);
    assertThat(exchange("GET /" + "x".repeat(100_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        .doesNotContain("200");
  }

  /** Sends all bytes, then reads until the server closes. */
  private static String exchange(String request) throws Exception {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(20_000);
      try {
        socket.getOutputStream().write(request.getBytes(UTF_8));
      } catch (SocketException e) {
        return "";
      }
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  @Test
  void aDatabaseThatIsGoneIsA503WithRetryAfter() throws Exception {
    var answer = server.get("/gone");
    problem(answer, ErrorCode.DATABASE_UNAVAILABLE);
    assertThat(answer.headers().firstValue("retry-after")).hasValue("1");
    assertThat(answer.body()).doesNotContain("hunter2");
  }

  @Test
  void aDefectShowsNothingInternal() throws Exception {
    var answer = server.get("/bug");
    problem(answer, ErrorCode.INTERNAL);
    assertThat(answer.body())
        .doesNotContain("vault", "Exception")
        .contains("\"request_id\":\"" + answer.headers().firstValue("x-request-id").orElseThrow());
  }

  @Test
  void aWrongStateNamesTheCurrentOne() throws Exception {
    var answer = server.get("/conflict");
    problem(answer, ErrorCode.WRONG_STATE);
    assertThat(answer.body())
        .contains("\"current_status\":\"Running\"", "\"current_attempt\":2")
        .doesNotContain("details");
  }

  @Test
  void parametersAreTyped() throws Exception {
    assertThat(server.get("/numbers?n=5").body()).isEqualTo("[5]");
    assertThat(server.get("/numbers?n=").body()).isEqualTo("[-1]");
    problem(server.get("/numbers?n=five"), ErrorCode.INVALID_REQUEST);
  }

  @Test
  void longAnswersAreStreamed() throws Exception {
    var answer = server.get("/many");
    assertThat(answer.headers().firstValue("transfer-encoding")).hasValue("chunked");
    assertThat(answer.body()).startsWith("[0,1,").endsWith(",99999]");
  }

  @Test
  void aClientThatAsksForHttp2IsAnsweredByHttp1() throws Exception {
    var request =
        HttpRequest.newBuilder(server.uri("/task/" + ID)).version(HttpClient.Version.HTTP_2);
    HttpResponse<String> answer = server.send(request);
    assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
    assertThat(answer.body()).isEqualTo("\"" + UUID.fromString(ID) + "\"");
    var post =
        HttpRequest.newBuilder(server.uri("/echo"))
            .version(HttpClient.Version.HTTP_2)
            .POST(HttpRequest.BodyPublishers.ofString("{}"));
    assertThat(server.send(post).body()).isEqualTo("{}");
  }

  @Test
  void aClientThatBeginsWithHttp2IsRefused() throws Exception {
    RawExchange answer = RawExchange.of(server.port(), "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    assertThat(answer.status()).isEqualTo(400);
  }

  @Test
  void requestsAreTimedByRoute() throws Exception {
    server.get("/task/" + ID);
    server.send("BREW", "/nothing", "");
    // A request is counted when its answer is out, which its client may notice earlier.
    await()
        .untilAsserted(() ->
            assertThat(server.metrics.scrape())
                .contains(
                    "{method=\"GET\",route=\"/task/{id}\",status=\"200\"}",
                    "{method=\"none\",route=\"none\",status=\"404\"}",
                    "http_server_open_requests")
                .doesNotContain("BREW"));
  }

  private static void assertFault(String body, String detail) throws Exception {
    var answer = server.send("PATCH", "/task/" + ID, body);
    problem(answer, ErrorCode.INVALID_REQUEST);
    assertThat(answer.body()).contains("\"details\":[\"" + detail);
  }

  private static void problem(HttpResponse<String> answer, ErrorCode code) {
    assertThat(answer.body())
        .contains(
            "\"type\":\"" + code.type() + "\"",
            "\"title\":\"" + code.text() + "\"",
            "\"error\":\"" + code.text() + "\"",
            "\"status\":" + code.status());
    assertThat(answer.statusCode()).isEqualTo(code.status());
    assertThat(answer.headers().firstValue("content-type")).hasValue("application/problem+json");
  }
}
