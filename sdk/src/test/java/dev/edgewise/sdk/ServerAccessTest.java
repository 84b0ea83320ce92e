package dev.edgewise.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.api.BatchState;
import dev.edgewise.api.Scope;
import dev.edgewise.server.testing.LogCapture;
import dev.edgewise.server.testing.SecureServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients and workers of a server with TLS and keys. */
@Timeout(120)
class ServerAccessTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir private static Path folder;
  private static SecureServer server;

  @BeforeAll
  static void open() {
    server = SecureServer.start(folder);
  }

  @AfterAll
  static void close() {
    server.close();
  }

  private static ServerAccess access() {
    return ServerAccess.to(server.uri()).authorities(server.authorityFile());
  }

  private static BatchDraft batch(String kind) {
    return BatchDraft.named(kind).task("a", kind);
  }

  private static void revoke(String key) throws IOException, InterruptedException {
    try (HttpClient client =
        HttpClient.newBuilder().sslContext(server.authority().context(null)).build()) {
      HttpResponse<String> reply =
          client.send(
              HttpRequest.newBuilder(server.uri().resolve("/v1/keys/" + key.split("_", 3)[1]))
                  .header("Authorization", "Bearer " + server.key(Scope.ADMIN))
                  .DELETE()
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(reply.statusCode()).as(reply.body()).isLessThan(300);
    }
  }

  @Test
  void aTokenAndAnAuthorityOpenTheServer() throws Exception {
    String key = server.key(Scope.SUBMIT, Scope.READ);
    ServerAccess access =
        ServerAccess.from(
            Map.of(
                "EDGEWISE_URL", server.uri().toString(),
                "EDGEWISE_TOKEN", key + "\n",
                "EDGEWISE_CA_FILE", server.authorityFile().toString()));
    try (EdgewiseClient client = EdgewiseClient.of(access.header("X-Team", "blue"))) {
      UUID batch = client.submit(batch("sdk-access")).batchId();
      assertThat(client.batch(batch).state()).isEqualTo(BatchState.RUNNING);
    }
    assertThat(access).hasToString(server.uri().toString());
  }

  @Test
  void whatIsMissingIsSaid() {
    UUID id = UUID.randomUUID();
    try (EdgewiseClient client = EdgewiseClient.of(ServerAccess.to(server.uri()), Duration.ZERO)) {
      assertThatThrownBy(() -> client.batch(id))
          .isInstanceOf(UnreachableException.class)
          .hasMessageContaining("ServerAccess.authorities");
    }
    try (EdgewiseClient client = EdgewiseClient.of(access())) {
      assertThatThrownBy(() -> client.batch(id))
          .isInstanceOf(RefusedException.class)
          .hasMessageStartingWith("Not authenticated: ")
          .hasMessageContaining("EDGEWISE_TOKEN");
    }
    String worker = server.key(Scope.WORK);
    try (EdgewiseClient client = EdgewiseClient.of(access().token(worker))) {
      assertThatThrownBy(() -> client.batch(id))
          .hasMessage("Not allowed: The request needs the scope read.");
    }
    try (EdgewiseClient client =
        EdgewiseClient.of(access().token(server.key(Scope.ADMIN)).workspace("acme/blue"))) {
      assertThatThrownBy(() -> client.batch(id)).hasMessageContaining("X-Workspace");
    }
  }

  @Test
  void aTokenIsNeverShown() {
    String secret = "ew_secret\nkey";
    assertThatThrownBy(() -> ServerAccess.to(URI.create("http://localhost")).token(secret))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .doesNotContain("ew_secret");
  }

  @Test
  void aKeyThatIsRevokedDuringWorkLosesNoResult() throws Exception {
    String first = server.key(Scope.WORK);
    Path file = Files.writeString(folder.resolve("token"), first);
    var started = new CountDownLatch(1);
    var released = new CountDownLatch(1);
    try (var log = new LogCapture("dev.edgewise.sdk.Completions");
        EdgewiseClient client =
            EdgewiseClient.of(access().token(server.key(Scope.SUBMIT, Scope.READ)));
        Worker _ =
            Worker.builder(access().tokenFile(file))
                .handle(
                    "sdk-revoked",
                    _ -> {
                      started.countDown();
                      released.await();
                      return "kept";
                    })
                .poll(Duration.ofSeconds(1))
                .lease(LONG)
                .start()) {
      UUID batch = client.submit(batch("sdk-revoked")).batchId();
      started.await();
      revoke(first);
      released.countDown();
      Awaitility.await()
          .atMost(LONG)
          .until(() -> log.lines().stream().anyMatch(line -> line.contains("Cannot report")));
      assertThat(client.batch(batch).state()).isEqualTo(BatchState.RUNNING);

      Files.writeString(file, server.key(Scope.WORK));
      assertThat(client.await(batch, LONG).state()).isEqualTo(BatchState.SUCCEEDED);
      // A warning at the beginning, and no more while the worker waits.
      assertThat(log.lines()).hasSize(1);
    }
  }
}
