package dev.edgewise.api;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A key, without its secret.
 *
 * @param workspace {@code tenant/name}
 * @param kinds the kinds whose tasks it may claim; all when null
 * @param createdBy who made it
 * @param revokedAt when it was revoked
 * @param lastUsedAt exact to about a minute
 * @param formerSecretUntil until when the secret before the last rotation is valid
 */
public record KeyView(
    String id,
    String name,
    String workspace,
    List<Scope> scopes,
    @Nullable List<String> kinds,
    String createdBy,
    Instant createdAt,
    @Nullable Instant expiresAt,
    @Nullable Instant revokedAt,
    @Nullable Instant lastUsedAt,
    @Nullable Instant formerSecretUntil) {}
