package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.api.Scope;
import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.house.Repository;
import dev.edgewise.server.http.Access;
import dev.edgewise.server.http.Route;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Every route of the table is asked with a key of each scope, of its own workspace and of another
 * one. The same table is a page of the reference.
 */
@Timeout(180)
class ScopeMatrixTest {
  private static final String WORD = "matrixword";

  private static KeyedServer server;
  private static final Map<Scope, String> OWN = new EnumMap<>(Scope.class);
  private static final Map<Scope, String> FOREIGN = new EnumMap<>(Scope.class);
  private static RouteRequests requests;

  @BeforeAll
  static void start() {
    server = new KeyedServer();
    for (Scope scope : Scope.values()) {
      OWN.put(scope, server.key(scope));
      FOREIGN.put(scope, foreignKey(scope));
    }
    Reply submitted =
        server.send(server.submitter, "POST", "/task", KeyedServer.TASK.formatted(WORD));
    UUID batch = UUID.fromString(submitted.raw().headers().firstValue("X-Batch-ID").orElseThrow());
    UUID task = UUID.fromString(submitted.body().get(0).get("id").asString());
    requests = new RouteRequests(batch, task, WORD);
  }

  private static String foreignKey(Scope scope) {
    String wanted =
        "{\"name\":\"blue\",\"scopes\":[\"%s\"],\"workspace\":\"acme/blue\"}"
            .formatted(scope.wireName());
    return server.send(server.admin, "POST", "/v1/keys", wanted).body().get("key").asString();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Reply ask(Route route, String key) {
    return server.send(key, route.method().name(), requests.path(route), requests.body(route));
  }

  private static Stream<Route> scoped() {
    return server.client.routes().stream()
        .filter(route -> route.access() instanceof Access.Scoped)
        // Its DELETE ends the session of the browser that asks.
        .filter(route -> !route.path().equals("/v1/session"));
  }

  private static boolean admits(Route route, Scope scope) {
    return route.access() instanceof Access.Scoped(List<Scope> anyOf, boolean _)
        && (scope == Scope.ADMIN || anyOf.contains(scope));
  }

  /** Routes with several scopes name the one that the request needs. */
  private static boolean mayNeedAnother(Route route) {
    return route.access() instanceof Access.Scoped scoped && scoped.anyOf().size() > 1;
  }

  @Test
  void aRouteWithoutAKeyIsRefusedBeforeAnythingIsLookedUp() {
    scoped()
        .forEach(route ->
            assertThat(
                    server
                        .client
                        .send(route.method().name(), requests.path(route), requests.body(route))
                        .status())
                .as(what(route))
                .isEqualTo(401));
  }

  @Test
  void aKeyMayDoExactlyWhatItsScopeSays() {
    for (Scope scope : Scope.values()) {
      scoped()
          .forEach(route -> {
            Reply reply = ask(route, Objects.requireNonNull(OWN.get(scope)));
            String what = scope + " asks " + what(route) + ": " + reply.raw().body();
            if (!admits(route, scope)) {
              assertThat(reply.status()).as(what).isEqualTo(403);
              assertThat(KeyedServer.detail(reply))
                  .as(what)
                  .startsWith("The request needs the scope");
            } else if (!mayNeedAnother(route)) {
              assertThat(reply.status()).as(what).isNotIn(401, 403).isLessThan(500);
            }
          });
    }
  }

  @Test
  void aKeyOfAnotherWorkspaceFindsNothing() {
    for (Scope scope : Scope.values()) {
      scoped()
          .forEach(route -> {
            Reply reply = ask(route, Objects.requireNonNull(FOREIGN.get(scope)));
            String what =
                scope + " of another workspace asks " + what(route) + ": " + reply.raw().body();
            if (!admits(route, scope)) {
              assertThat(reply.status()).as(what).isEqualTo(403);
            } else if (RouteRequests.mustExist(route) && !mayNeedAnother(route)) {
              assertThat(reply.status()).as(what).isEqualTo(404);
            } else {
              assertThat(reply.status()).as(what).isNotEqualTo(401).isLessThan(500);
            }
          });
    }
  }

  @Test
  void theReferenceHasTheSameTable() {
    Repository.expectPage("docs/reference/scopes.md", page(), ScopeMatrixTest.class);
  }

  private static String page() {
    String rows =
        server.client.routes().stream()
            .filter(route -> !route.has(Route.Trait.UNLISTED))
            .map(ScopeMatrixTest::row)
            .collect(Collectors.joining("\n"));
    return """
    # Scopes

    This page is generated from the route table; a test asks every route with a key of each scope and fails when the page is stale.
    With `AUTH=keys` a request needs one of the scopes in its row; `admin` includes all of them. Without the scope it is answered with 403, without
    a valid key with 401. What belongs to another workspace does not exist: 404, for every scope.

    | request | scope | without a key |
    |---|---|---|
    %s
    """
        .formatted(rows);
  }

  private static String row(Route route) {
    return switch (route.access()) {
      case Access.Open _ -> row(route, "", "yes");
      case Access.Metrics _ -> row(route, code(Scope.READ), "with METRICS_TOKEN");
      case Access.Scoped(List<Scope> anyOf, boolean orToken) ->
          row(
              route,
              anyOf.containsAll(List.of(Scope.values()))
                  ? "any"
                  : anyOf.stream().map(ScopeMatrixTest::code).collect(Collectors.joining(" or ")),
              orToken ? "with the delivery token of the task" : "");
    };
  }

  private static String row(Route route, String scopes, String otherwise) {
    return "| `%s` | %s | %s |".formatted(what(route), scopes, otherwise);
  }

  private static String code(Scope scope) {
    return "`" + scope.wireName() + "`";
  }

  private static String what(Route route) {
    return route.method() + " " + route.path();
  }
}
