package dev.edgewise.server.app;

import dev.edgewise.api.Scope;
import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.access.KeyIssue;
import dev.edgewise.server.access.KeyText;
import dev.edgewise.server.access.NewKey;
import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.store.access.Keys;
import dev.edgewise.server.testing.TestDatabase;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A server with AUTH=keys, the second workspace acme/blue, and a key for each scope. */
final class KeyedServer implements AutoCloseable {
  private static final Caller TEST = new Caller(Workspace.DEFAULT, "test");
  static final String METRICS_TOKEN = "metrics-token-5f1c";
  static final String TASK = "[{\"id\":\"a\",\"name\":\"a\",\"kind\":\"%s\"}]";

  private final TestDatabase database = TestDatabase.open();
  private final KeyIssue issue = new KeyIssue(new Keys(database.database()));
  final String admin = key(Scope.ADMIN);
  final String reader = key(Scope.READ);
  final String submitter = key(Scope.SUBMIT);
  final String worker = key(Scope.WORK);
  final Client client;

  KeyedServer() {
    database
        .database()
        .engine()
        .useHandle(handle ->
            handle.execute(
                "insert into workspace (number, tenant, name, created_at, updated_at)"
                    + " values (7, 'acme', 'blue', now(), now())"));
    client =
        Client.start(
            database,
            Map.of(
                "--auth",
                "keys",
                "--metrics-token",
                METRICS_TOKEN,
                "--secrets-key",
                SecretServer.KEY,
                "--webhook-allowed-hosts",
                "127.0.0.1"));
  }

  /** A new key of the default workspace. */
  String key(Scope... scopes) {
    return key(Set.of(scopes), null);
  }

  /** The same for some kinds; null means all. */
  String key(Set<Scope> scopes, @Nullable Set<String> kinds) {
    return issue.create(TEST, new NewKey("test", scopes, kinds, null)).orElseThrow().text().text();
  }

  static String idOf(String key) {
    return KeyText.parse(key).orElseThrow().id();
  }

  static String secretOf(String key) {
    return KeyText.parse(key).orElseThrow().secret();
  }

  Reply send(String key, String method, String path, String body) {
    return client.send(method, path, body, "Authorization", "Bearer " + key);
  }

  static String detail(Reply reply) {
    return reply.body().get("detail").asString();
  }

  @Override
  public void close() {
    client.close();
    database.close();
  }
}
