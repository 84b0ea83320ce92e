package dev.edgewise.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.api.BatchState;
import dev.edgewise.api.Scope;
import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.access.KeyIssue;
import dev.edgewise.server.access.NewKey;
import dev.edgewise.server.app.Edgewise;
import dev.edgewise.server.config.Configuration;
import dev.edgewise.server.config.ConfigurationReader;
import dev.edgewise.server.store.access.Keys;
import dev.edgewise.server.testing.LogCapture;
import dev.edgewise.server.testing.TestAuthority;
import dev.edgewise.server.testing.TestDatabase;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
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
  private static final TestAuthority AUTHORITY = new TestAuthority("sdk");
  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir private static Path folder;
  private static TestDatabase database;
  private static Edgewise edgewise;
  private static Path authority;

  @BeforeAll
  static void open() {
    database = TestDatabase.open();
    authority = AUTHORITY.write(folder);
    Path certificate = AUTHORITY.issue("localhost").write(folder, "server");
    edgewise =
        Edgewise.start(
            (Configuration.Valid)
                ConfigurationReader.read(
                    Map.of(),
                    Map.of(
                        "DATABASE_URL", database.jdbcUrl(),
                        "PORT", "0",
                        "BIND_ADDRESS", "127.0.0.1",
                        "AUTH", "keys",
                        "TLS_CERT_FILE", certificate.toString(),
                        "TLS_KEY_FILE", folder.resolve("server.key").toString())));
  }

  @AfterAll
  static void close() {
    edgewise.close();
    database.close();
  }

  private static String key(Scope... scopes) {
    return new KeyIssue(new Keys(database.database()))
        .create(
            new Caller(Workspace.DEFAULT, "test"), new NewKey("test", Set.of(scopes), null, null))
        .orElseThrow()
        .text()
        .text();
  }

  private static ServerAccess access() {
    return ServerAccess.to(edgewise.hostUrl()).authorities(authority);
  }

  private static BatchDraft batch(String kind) {
    return BatchDraft.named(kind).task("a", kind);
  }

  private static void revoke(String key) throws IOException, InterruptedException {
    try (HttpClient client =
        HttpClient.newBuilder().sslContext(AUTHORITY.context(null)).build()) {
      HttpResponse<String> reply =
          client.send(
              HttpRequest.newBuilder(
                      edgewise.hostUrl().resolve("/v1/keys/" + key.split("_", 3)[1]))
                  .header("Authorization", "Bearer " + key(Scope.ADMIN))
                  .DELETE()
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(reply.statusCode()).as(reply.body()).isLessThan(300);
    }
  }

  @Test
  void aTokenAndAnAuthorityOpenTheServer() throws Exception {
    String key = key(Scope.SUBMIT, Scope.READ);
    ServerAccess access =
        ServerAccess.from(
            Map.of(
                "EDGEWISE_URL", edgewise.hostUrl().toString(),
                "EDGEWISE_TOKEN", key + "\n",
                "EDGEWISE_CA_FILE", authority.toString()));
    try (EdgewiseClient client = EdgewiseClient.of(access.header("X-Team", "blue"))) {
      UUID batch = client.submit(batch("sdk-access")).batchId();
      assertThat(client.batch(batch).state()).isEqualTo(BatchState.RUNNING);
    }
    assertThat(access).hasToString(edgewise.hostUrl().toString());
  }

  @Test
  void whatIsMissingIsSaid() {
    UUID id = UUID.randomUUID();
    try (EdgewiseClient client =
        EdgewiseClient.of(ServerAccess.to(edgewise.hostUrl()), Duration.ZERO)) {
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
    String worker = key(Scope.WORK);
    try (EdgewiseClient client = EdgewiseClient.of(access().token(worker))) {
      assertThatThrownBy(() -> client.batch(id))
          .hasMessage("Not allowed: The request needs the scope read.");
    }
    try (EdgewiseClient client =
        EdgewiseClient.of(access().token(key(Scope.ADMIN)).workspace("acme/blue"))) {
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
    String first = key(Scope.WORK);
    Path file = Files.writeString(folder.resolve("token"), first);
    var started = new CountDownLatch(1);
    var released = new CountDownLatch(1);
    try (var log = new LogCapture("dev.edgewise.sdk.Completions");
        EdgewiseClient client =
            EdgewiseClient.of(access().token(key(Scope.SUBMIT, Scope.READ)));
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

      Files.writeString(file, key(Scope.WORK));
      assertThat(client.await(batch, LONG).state()).isEqualTo(BatchState.SUCCEEDED);
      // A warning at the beginning, and no more while the worker waits.
      assertThat(log.lines()).hasSize(1);
    }
  }
}
