package dev.edgewise.server.http.access;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.IssuedKey;
import dev.edgewise.api.KeyDefinition;
import dev.edgewise.api.KeyList;
import dev.edgewise.api.KeyRotation;
import dev.edgewise.api.KeyView;
import dev.edgewise.api.Scope;
import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.access.KeyIssue;
import dev.edgewise.server.access.KeyIssue.Issued;
import dev.edgewise.server.access.KeyText;
import dev.edgewise.server.access.NewKey;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.ListPage;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.input.JsonText;
import dev.edgewise.server.store.access.ApiKey;
import dev.edgewise.server.store.access.Keys;
import dev.edgewise.server.store.access.WorkspaceName;
import dev.edgewise.server.store.access.Workspaces;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The routes that create, list, revoke and rotate keys. */
public final class KeyRoutes {
  private final Keys keys;
  private final KeyIssue issue;
  private final Workspaces workspaces;

  public KeyRoutes(Keys keys, Workspaces workspaces) {
    this.keys = keys;
    this.issue = new KeyIssue(keys);
    this.workspaces = workspaces;
  }

  public List<Route> routes() {
    return List.of(
        Route.post("/v1/keys", "Create a key; only this answer shows its secret")
            .scope(Scope.ADMIN)
            .operation("createKey")
            .takes(KeyDefinition.class)
            .answers(201, IssuedKey.class)
            .by(this::create),
        Route.get("/v1/keys", "The keys of the workspace, without their secrets")
            .scope(Scope.ADMIN)
            .operation("listKeys")
            .paged()
            .answers(200, KeyList.class)
            .by(this::list),
        Route.delete("/v1/keys/{key}", "Revoke a key and end its sessions")
            .scope(Scope.ADMIN)
            .operation("revokeKey")
            .answers(204)
            .fails(ErrorCode.KEY_NOT_FOUND)
            .by(this::revoke),
        Route.post("/v1/keys/{key}/rotate", "Give a key a new secret")
            .scope(Scope.ADMIN)
            .operation("rotateKey")
            .takes(KeyRotation.class)
            .answers(200, IssuedKey.class)
            .fails(ErrorCode.KEY_NOT_FOUND, ErrorCode.KEY_REVOKED)
            .by(this::rotate));
  }

  private Answer create(Request request) {
    KeyDefinition given = request.body(KeyDefinition.class);
    given.scopes().forEach(request::require);
    NewKey key =
        new NewKey(
            given.name(),
            new HashSet<>(given.scopes()),
            given.kinds() == null ? null : new HashSet<>(given.kinds()),
            given.expiresAt());
    List<String> problems = key.problems(Instant.now());
    if (!problems.isEmpty()) {
      throw ApiException.invalid(problems);
    }
    checkKinds(request, key);
    return issue
        .create(new Caller(workspace(request, given), request.principal().actor()), key)
        .map(issued -> Answer.json(201, view(issued)).header("Cache-Control", "no-store"))
        .orElseThrow(() -> noWorkspace(String.valueOf(given.workspace())));
  }

  /** A key that may not claim tasks of every kind cannot create one that may. */
  private static void checkKinds(Request request, NewKey key) {
    Set<String> own = request.principal().kinds();
    Set<String> given = key.kinds();
    if (own != null && (given == null || !own.containsAll(given))) {
      throw ApiException.of(
          ErrorCode.FORBIDDEN, "The new key may only claim kinds that the sender may claim.");
    }
  }

  private Workspace workspace(Request request, KeyDefinition given) {
    String named = given.workspace();
    if (named == null) {
      return request.workspace();
    }
    WorkspaceName name =
        WorkspaceName.parse(named)
            .orElseThrow(
                () -> ApiException.invalid(List.of("workspace: must be tenant/workspace")));
    return Optional.ofNullable(workspaces.numbers(Set.of(name)).get(name))
        .orElseThrow(() -> noWorkspace(named));
  }

  private static ApiException noWorkspace(String name) {
    return ApiException.invalid(
        List.of("workspace: there is none named %s".formatted(JsonText.quoted(name))));
  }

  private Answer list(Request request) {
    int limit = ListPage.limit(request);
    String after = ListPage.cursor(request, KeyRoutes::id).orElse("");
    List<ApiKey> found = keys.list(request.workspace(), after, limit + 1);
    return ListPage.answer(
        found, limit, KeyRoutes::view, key -> ListPage.encode(key.id()), KeyList::new);
  }

  private static String id(String text) {
    if (!KeyText.isId(text)) {
      throw new IllegalArgumentException();
    }
    return text;
  }

  private Answer revoke(Request request) {
    String id = request.path("key");
    if (keys.revoke(request.caller(), id).isEmpty()) {
      throw unknown(id);
    }
    return Answer.empty(204);
  }

  private Answer rotate(Request request) {
    String id = request.path("key");
    boolean now = request.hasBody() && Boolean.TRUE.equals(request.body(KeyRotation.class).now());
    return issue
        .rotate(request.caller(), id, now)
        .map(issued -> Answer.ok(view(issued)).header("Cache-Control", "no-store"))
        .orElseThrow(() -> notRotated(request.workspace(), id));
  }

  private ApiException notRotated(Workspace workspace, String id) {
    ApiKey key = keys.find(Set.of(id)).get(id);
    return key == null || !key.workspace().equals(workspace)
        ? unknown(id)
        : ApiException.of(
            ErrorCode.KEY_REVOKED, "A revoked key stays revoked. Create another one.");
  }

  private static ApiException unknown(String id) {
    return ApiException.of(ErrorCode.KEY_NOT_FOUND, "There is no key " + JsonText.quoted(id) + ".");
  }

  private static IssuedKey view(Issued issued) {
    return new IssuedKey(issued.text().id(), issued.text().text(), view(issued.key()));
  }

  private static KeyView view(ApiKey key) {
    return new KeyView(
        key.id(),
        key.name(),
        key.workspaceName().toString(),
        Arrays.stream(Scope.values())
            .filter(scope -> key.scopes().contains(scope.wireName()))
            .toList(),
        key.kinds(),
        key.createdBy(),
        key.createdAt(),
        key.expiresAt(),
        key.revokedAt(),
        key.lastUsedAt(),
        key.formerUntil());
  }
}
