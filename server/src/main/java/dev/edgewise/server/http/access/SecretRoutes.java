package dev.edgewise.server.http.access;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Scope;
import dev.edgewise.api.SecretList;
import dev.edgewise.api.SecretValue;
import dev.edgewise.api.SecretView;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.config.Secret;
import dev.edgewise.server.expression.SecretPlaceholders;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.ListPage;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.input.JsonText;
import dev.edgewise.server.store.secret.SecretRow;
import dev.edgewise.server.store.secret.Secrets;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.JacksonIOException;

/** The routes that store, list and delete secrets. None shows a value. */
public final class SecretRoutes {
  private final Secrets secrets;

  public SecretRoutes(Secrets secrets) {
    this.secrets = secrets;
  }

  public List<Route> routes() {
    return List.of(
        Route.put("/v1/secrets/{name}", "Store a secret for actions; no answer shows its value")
            .scope(Scope.ADMIN)
            .operation("putSecret")
            .takes(SecretValue.class)
            .answers(200, SecretView.class)
            .answers(201, SecretView.class)
            .fails(ErrorCode.SECRETS_KEY_MISSING, ErrorCode.WORKSPACE_NOT_FOUND)
            .by(this::put),
        Route.get("/v1/secrets", "The names and dates of the workspace's secrets")
            .scope(Scope.ADMIN)
            .operation("listSecrets")
            .paged()
            .answers(200, SecretList.class)
            .by(this::list),
        Route.delete("/v1/secrets/{name}", "Delete a secret")
            .scope(Scope.ADMIN)
            .operation("deleteSecret")
            .answers(204)
            .fails(ErrorCode.SECRET_NOT_FOUND)
            .by(this::delete));
  }

  private Answer put(Request request) {
    String name = request.path("name");
    if (!SecretPlaceholders.isName(name)) {
      throw ApiException.invalid(
          List.of(
              "name: must begin with a letter or _, go on with letters, digits and _, and have at"
                  + " most %d characters".formatted(Limits.SECRET_NAME_MAX_CHARS)));
    }
    if (!secrets.canEncrypt()) {
      throw ApiException.of(
          ErrorCode.SECRETS_KEY_MISSING,
          "Start every server with the same SECRETS_KEY, the base64 of 32 random bytes:"
              + " `openssl rand -base64 32` makes one.");
    }
    String value = value(request);
    check(value);
    Secrets.Put put =
        secrets
            .put(request.caller(), name, value)
            .orElseThrow(() ->
                ApiException.of(
                    ErrorCode.WORKSPACE_NOT_FOUND, "The workspace was deleted meanwhile."));
    return Answer.json(put.created() ? 201 : 200, view(put.secret()));
  }

  /** Reads the body. An error quotes no part of it. */
  private static String value(Request request) {
    try {
      return request.body(SecretValue.class).value();
    } catch (JacksonIOException e) {
      throw e;
    } catch (JacksonException e) {
      throw ApiException.invalid(List.of("body: must be {\"value\": \"...\"}"));
    }
  }

  private static void check(String value) {
    String flaw = JsonText.flaw(value);
    if (flaw == null && value.length() < Limits.SECRET_MIN_CHARS) {
      flaw =
          "must have at least %d characters, so that it can be masked in what receivers answer"
              .formatted(Limits.SECRET_MIN_CHARS);
    }
    if (flaw == null && JsonText.byteLength(value) > Limits.SECRET_MAX_BYTES) {
      flaw = "must have at most %d bytes".formatted(Limits.SECRET_MAX_BYTES);
    }
    if (flaw == null && value.equals(Secret.MASK)) {
      flaw = "is the mask that stands for a secret in answers, not a value";
    }
    if (flaw != null) {
      throw ApiException.invalid(List.of("value: " + flaw));
    }
  }

  private Answer list(Request request) {
    int limit = ListPage.limit(request);
    String after = ListPage.cursor(request, SecretRoutes::position).orElse("");
    List<SecretRow> found = secrets.list(request.workspace(), after, limit + 1);
    return ListPage.answer(
        found, limit, SecretRoutes::view, row -> ListPage.encode(row.name()), SecretList::new);
  }

  private static String position(String name) {
    if (!SecretPlaceholders.isName(name)) {
      throw new IllegalArgumentException();
    }
    return name;
  }

  private Answer delete(Request request) {
    String name = request.path("name");
    if (!SecretPlaceholders.isName(name) || !secrets.delete(request.caller(), name)) {
      throw ApiException.of(
          ErrorCode.SECRET_NOT_FOUND, "There is no secret " + JsonText.quoted(name) + ".");
    }
    return Answer.empty(204);
  }

  private static SecretView view(SecretRow row) {
    return new SecretView(row.name(), row.createdAt(), row.updatedAt());
  }
}
