package dev.edgewise.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Known and unknown query parameters of a route. */
class QueryParametersTest {
  private static RunningServer server;

  @BeforeAll
  static void start() {
    server =
        new RunningServer(
            Map.of(),
            Route.get("/list", "Some")
                .open()
                .query("status", String.class, "which")
                .query("name", String.class, "what it is called")
                .query("page_size", Integer.class, "how many")
                .by(request -> Answer.ok(request.query("status").orElse("any"))),
            Route.post("/plain", "None").open().by(_ -> Answer.ok(1)),
            Route.get("/page", "A page").open().withAnyQuery().by(_ -> Answer.ok(1)),
            Route.get("/careless", "Reads what it has not")
                .open()
                .by(request -> Answer.ok(request.query("x").orElse(""))));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void aKnownParameterIsRead() throws Exception {
    assertThat(server.get("/list?status=a&page_size=1").body()).isEqualTo("\"a\"");
    assertThat(server.get("/list?").statusCode()).isEqualTo(200);
    assertThat(server.get("/list?&status=a").statusCode()).isEqualTo(200);
  }

  @Test
  void anUnknownParameterIsA400ThatNamesTheNearest() throws Exception {
    var answer = server.get("/list?stauts=a");
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("\"stauts: unknown parameter (did you mean status?)\"");
    assertThat(server.get("/list?page=1").body()).contains("did you mean page_size?");
    assertThat(server.get("/list?Status=a").body()).contains("did you mean status?");
    assertThat(server.get("/list?zzzzzzzzzzzz").body())
        .contains("known parameters: status, name, page_size");
    assertThat(server.send("POST", "/plain?x=1", "").body())
        .contains("x: unknown parameter; this resource has no parameters");
    assertThat(server.send("HEAD", "/list?x=1", "").statusCode()).isEqualTo(400);
  }

  @Test
  void aParameterThatIsGivenTwiceIsA400() throws Exception {
    var answer = server.get("/list?status=a&status=b");
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("status: is given more than once");
  }

  @Test
  void aPageMayHaveAnyParameters() throws Exception {
    assertThat(server.get("/page?whatever=1").statusCode()).isEqualTo(200);
  }

  @Test
  void aHandlerCannotReadAParameterThatItsRouteDoesNotHave() throws Exception {
    assertThat(server.get("/careless").statusCode()).isEqualTo(500);
  }
}
