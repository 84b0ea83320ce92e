package dev.edgewise.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Json;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that a page of another site can make a browser send. */
class RequestGuardTest {
  private static RunningServer server;

  @BeforeAll
  static void start() {
    server =
        new RunningServer(
            Map.of(
                "HOST_URL",
                "https://edgewise.example.com",
                "ALLOWED_HOSTS",
                "edgewise, Other.Example.com"),
            Route.get("/things", "Read").open().by(_ -> Answer.ok("read")),
            Route.get("/livez", "Alive").open().forAnyHost().by(_ -> Answer.ok("alive")),
            Route.post("/things", "Write")
                .open()
                .by(request ->
                    Answer.ok(request.hasBody() ? request.body(Json.class) : new Json("1"))));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static RawExchange send(String method, String path, String body, String... headers)
      throws IOException {
    return RawExchange.of(
        server.port(),
        "%s %s HTTP/1.1\r\nConnection: close\r\n%s\r\n%s%s\r\n%s"
            .formatted(
                method,
                path,
                String.join("\r\n", headers),
                "",
                body.isEmpty() ? "" : "Content-Length: " + body.length() + "\r\n",
                body));
  }

  private static int get(String host) throws IOException {
    return send("GET", "/things", "", "Host: " + host).status();
  }

  private static int post(String... headers) throws IOException {
    String[] all = new String[headers.length + 1];
    all[0] = "Host: localhost:8085";
    System.arraycopy(headers, 0, all, 1, headers.length);
    return send("POST", "/things", "", all).status();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LOCALHOST:8085",
        "localhost.",
        "127.0.0.1",
        "127.0.0.1:9999",
        "127.1.2.3",
        "[::1]",
        "[::1]:8085",
        "edgewise.example.com",
        "edgewise.example.com:8443",
        "edgewise:80",
        "other.example.com"
      })
  void requestsForOurHostsAreServed(String host) throws IOException {
    assertThat(get(host)).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:8085",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "evil.edgewise.example.com",
        "10.0.0.1",
        "[::2]",
        "[fe80::1%25eth0]",
        "localhost@evil.example",
        "a,b",
        "0x7f000001.evil.example"
      })
  void requestsForOtherHostsAreMisdirected(String host) throws IOException {
    RawExchange answer = send("GET", "/things", "", "Host: " + host);
    assertThat(answer.status()).as(answer.body()).isEqualTo(421);
    assertThat(answer.body())
        .contains(ErrorCode.MISDIRECTED_REQUEST.type(), "ALLOWED_HOSTS", "HOST_URL");
    assertThat(send("POST", "/things", "1", "Host: " + host).status()).isEqualTo(421);
    assertThat(send("GET", "/nothing", "", "Host: " + host).status()).isEqualTo(421);
  }

  /** A host in the target overrides the Host header. */
  @Test
  void theHostThatATargetNamesIsTheOneThatCounts() throws IOException {
    String ours = "Host: localhost";
    assertThat(send("GET", "http://evil.example/things", "", ours).status()).isEqualTo(421);
    assertThat(send("GET", "http:///things", "", ours).status()).isEqualTo(421);
    assertThat(send("GET", "http://localhost@evil.example/things", "", ours).status())
        .isEqualTo(421);
    assertThat(send("GET", "http://edgewise/things", "", "Host: evil.example").status())
        .isEqualTo(200);
    assertThat(send("GET", "http://edgewise/things", "", "X: y").status()).isEqualTo(400);
  }

  @Test
  void probesAnswerForAnyHost() throws IOException {
    assertThat(send("GET", "/livez", "", "Host: 10.1.2.3:8085").status()).isEqualTo(200);
  }

  @Test
  void aRequestNamesExactlyOneHost() throws IOException {
    assertThat(send("GET", "/things", "", "X: y").status()).isEqualTo(400);
    assertThat(send("GET", "/things", "", "Host: localhost", "Host: evil.example").status())
        .isEqualTo(400);
    assertThat(get("")).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Origin: http://evil.example",
        "Origin: https://localhost:3000",
        "Origin: http://localhost",
        "Origin: http://127.0.0.1:8085",
        "Origin: null",
        "Origin: nonsense",
        "Origin: http://edgewise.example.com",
        "Sec-Fetch-Site: cross-site",
        "Sec-Fetch-Site: Cross-Site",
        "Sec-Fetch-Site: same-site",
        "Origin: http://localhost:8085\r\nSec-Fetch-Site: cross-site"
      })
  void aChangeThatAPageOfAnotherSiteSendsIsForbidden(String headers) throws IOException {
    RawExchange answer = send("POST", "/things", "", "Host: localhost:8085", headers);
    assertThat(answer.status()).as(answer.body()).isEqualTo(403);
    assertThat(answer.body()).contains(ErrorCode.FOREIGN_SITE.type());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Origin: http://localhost:8085",
        "Origin: https://edgewise.example.com",
        "Origin: https://edgewise.example.com:443",
        "Sec-Fetch-Site: same-origin",
        "Sec-Fetch-Site: none",
        "Accept: */*"
      })
  void aChangeThatOurPageOrAProgramSendsIsServed(String headers) throws IOException {
    assertThat(post(headers)).isEqualTo(200);
  }

  @Test
  void aPageOfAnotherSiteMayLinkToUsButNotEmbedUs() throws IOException {
    String[] embedding = {
      "Host: localhost", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"
    };
    assertThat(send("GET", "/things", "", embedding).status()).isEqualTo(403);
    String[] following = {
      "Host: localhost", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"
    };
    assertThat(send("GET", "/things", "", following).status()).isEqualTo(200);
  }

  @Test
  void aBodyFromABrowserMustBeJson() throws IOException {
    String origin = "Origin: http://localhost:8085";
    for (String type :
        new String[] {
          "text/plain",
          "application/x-www-form-urlencoded",
          "multipart/form-data",
          "text/plain;json"
        }) {
      assertThat(withBody(origin, "Content-Type: " + type)).isEqualTo(415);
      assertThat(withBody("Sec-Fetch-Mode: cors", "Content-Type: " + type)).isEqualTo(415);
    }
    assertThat(withBody(origin, "X: y")).isEqualTo(415);
    for (String type :
        new String[] {
          "application/json",
          "Application/JSON; charset=utf-8",
          "application/cloudevents+json",
          "application/cloudevents-batch+json"
        }) {
      assertThat(withBody(origin, "Content-Type: " + type)).isEqualTo(200);
    }
  }

  @Test
  void aBodyFromAProgramMayHaveAnyContentType() throws IOException {
    assertThat(withBody("Content-Type: application/x-www-form-urlencoded", "User-Agent: curl/8"))
        .isEqualTo(200);
    assertThat(withBody("User-Agent: curl/8", "X: y")).isEqualTo(200);
  }

  private static int withBody(String... headers) throws IOException {
    return send("POST", "/things", "7", "Host: localhost:8085", String.join("\r\n", headers))
        .status();
  }
}
