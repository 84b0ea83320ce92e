package dev.edgewise.server.store.access;

import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.config.Limits;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A key as it was when it was read.
 *
 * @param former the hash of the secret before a rotation; null when it is no longer valid
 * @param formerUntil until when that secret is valid
 * @param kinds the kinds whose tasks it may claim; null means all
 * @param expired whether {@code expiresAt} has passed
 * @param unmarked whether {@code lastUsedAt} is old enough to be recorded again
 */
public record ApiKey(
    String id,
    SecretHash secret,
    @Nullable SecretHash former,
    @Nullable Instant formerUntil,
    String name,
    Workspace workspace,
    WorkspaceName workspaceName,
    List<String> scopes,
    @Nullable List<String> kinds,
    String createdBy,
    Instant createdAt,
    @Nullable Instant expiresAt,
    @Nullable Instant revokedAt,
    @Nullable Instant lastUsedAt,
    boolean expired,
    boolean unmarked) {

  public ApiKey {
    scopes = List.copyOf(scopes);
    kinds = kinds == null ? null : List.copyOf(kinds);
  }

  /** Whether a secret is one of this key. */
  public boolean has(SecretHash given) {
    return secret.equals(given) || given.equals(former);
  }

  static ApiKey read(ResultSet row, Instant now) throws SQLException {
    Instant formerUntil = time(row, "former_until");
    boolean formerIsValid = formerUntil != null && formerUntil.isAfter(now);
    Instant expiresAt = time(row, "expires_at");
    Instant lastUsedAt = time(row, "last_used_at");
    return new ApiKey(
        row.getString("key_id"),
        SecretHash.stored(row.getBytes("secret_hash")),
        formerIsValid ? SecretHash.stored(row.getBytes("former_hash")) : null,
        formerIsValid ? formerUntil : null,
        row.getString("name"),
        new Workspace(row.getInt("workspace")),
        new WorkspaceName(row.getString("tenant"), row.getString("workspace_name")),
        texts(row.getArray("scopes")),
        row.getArray("kinds") == null ? null : texts(row.getArray("kinds")),
        row.getString("created_by"),
        row.getTimestamp("created_at").toInstant(),
        expiresAt,
        time(row, "revoked_at"),
        lastUsedAt,
        expiresAt != null && !expiresAt.isAfter(now),
        lastUsedAt == null || lastUsedAt.isBefore(now.minusSeconds(Limits.KEY_USE_RECORD_SECS)));
  }

  private static List<String> texts(Array array) throws SQLException {
    return List.of((String[]) array.getArray());
  }

  private static @Nullable Instant time(ResultSet row, String column) throws SQLException {
    return WorkspaceRow.time(row, column);
  }
}
