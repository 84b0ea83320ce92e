package dev.edgewise.server.store.access;

import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.DatabaseTime;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.audit.AuditAction;
import dev.edgewise.server.store.audit.AuditEntry;
import dev.edgewise.server.store.audit.AuditTrail;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/** The keys of a database. */
public final class Keys {
  private final Database database;

  public Keys(Database database) {
    this.database = database;
  }

  /**
   * A key to add.
   *
   * @param kinds the kinds whose tasks it may claim; null means all
   * @param expiresAt null when it never expires
   */
  public record Addition(
      String id,
      SecretHash secret,
      String name,
      List<String> scopes,
      @Nullable List<String> kinds,
      @Nullable Instant expiresAt) {}

  /** Adds a key to the caller's workspace; empty when there is no such workspace. */
  public Optional<ApiKey> add(Caller caller, Addition key) {
    return change(
        new AuditEntry(caller, AuditAction.KEY_CREATE, key.id()),
        (handle, now) ->
            handle
                .createUpdate(Sql.named("api_key/insert"))
                .bind("hash", key.secret().bytes())
                .bind("name", key.name())
                .bind("scopes", Columns.texts(key.scopes()))
                .bind("kinds", key.kinds() == null ? null : Columns.texts(key.kinds()))
                .bind("created_by", caller.actor())
                .bind("now", Timestamp.from(now))
                .bind("expires_at", timestamp(key.expiresAt())));
  }

  /** Revokes a key for good and ends its sessions; empty when the workspace has no such key. */
  public Optional<ApiKey> revoke(Caller caller, String id) {
    return change(
        new AuditEntry(caller, AuditAction.KEY_REVOKE, id),
        (handle, now) ->
            handle.createUpdate(Sql.named("api_key/revoke")).bind("now", Timestamp.from(now)));
  }

  /**
   * Gives a key another secret; empty when the workspace has no such key, or it was revoked.
   *
   * @param grace how long the former secret stays valid; zero also ends the key's sessions
   */
  public Optional<ApiKey> rotate(Caller caller, String id, SecretHash secret, Duration grace) {
    return change(
        new AuditEntry(caller, AuditAction.KEY_ROTATE, id),
        (handle, now) ->
            handle
                .createUpdate(Sql.named("api_key/rotate"))
                .bind("hash", secret.bytes())
                .bind("former_until", grace.isZero() ? null : timestamp(now.plus(grace))));
  }

  /** Builds the statement that changes a key; its ID and workspace are bound afterwards. */
  @FunctionalInterface
  private interface Change {
    Update statement(Handle handle, Instant now);
  }

  private Optional<ApiKey> change(AuditEntry entry, Change change) {
    String id = entry.target();
    return database
        .engine()
        .inTransaction(handle -> {
          Instant now = DatabaseTime.now(handle);
          int changed =
              change
                  .statement(handle, now)
                  .bind("id", id)
                  .bind("workspace", entry.caller().workspace().number())
                  .execute();
          if (changed == 0) {
            return Optional.empty();
          }
          AuditTrail.add(handle, List.of(entry), now);
          AccessChange.announce(handle);
          return Optional.ofNullable(find(handle, Set.of(id)).get(id));
        });
  }

  /** Returns those of the named keys that exist, by ID. */
  public Map<String, ApiKey> find(Collection<String> ids) {
    return database.engine().withHandle(handle -> find(handle, ids));
  }

  private static Map<String, ApiKey> find(Handle handle, Collection<String> ids) {
    Query query = handle.createQuery(Sql.named("api_key/find")).bind("ids", Columns.texts(ids));
    return rows(handle, query).stream().collect(Collectors.toMap(ApiKey::id, Function.identity()));
  }

  /** Returns the next keys of a workspace after this ID. */
  public List<ApiKey> list(Workspace workspace, String after, int limit) {
    return database
        .reader()
        .withHandle(handle ->
            page(
                handle,
                handle.createQuery(Sql.named("api_key/list")).bind("workspace", workspace.number()),
                after,
                limit));
  }

  /** Returns the next keys of all workspaces after this ID. */
  public List<ApiKey> listAll(String after, int limit) {
    return database
        .reader()
        .withHandle(handle ->
            page(handle, handle.createQuery(Sql.named("api_key/list_all")), after, limit));
  }

  private static List<ApiKey> page(Handle handle, Query query, String after, int limit) {
    return rows(handle, query.bind("after", after).bind("limit", limit));
  }

  private static List<ApiKey> rows(Handle handle, Query query) {
    Instant now = DatabaseTime.now(handle);
    return query.map((row, _) -> ApiKey.read(row, now)).list();
  }

  /** Whether a key is valid, in any workspace. */
  public boolean any() {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named("api_key/any"))
                .bind("now", Timestamp.from(DatabaseTime.now(handle)))
                .mapTo(Boolean.class)
                .one());
  }

  /** Records that keys were used now, at most once a minute. */
  public void recordUse(Collection<String> ids) {
    database
        .engine()
        .useHandle(handle -> {
          Instant now = DatabaseTime.now(handle);
          handle
              .createUpdate(Sql.named("api_key/record_use"))
              .bind("ids", Columns.texts(ids))
              .bind("now", Timestamp.from(now))
              .bind("due", Timestamp.from(now.minusSeconds(Limits.KEY_USE_RECORD_SECS)))
              .execute();
        });
  }

  private static @Nullable Timestamp timestamp(@Nullable Instant time) {
    return time == null ? null : Timestamp.from(time);
  }
}
