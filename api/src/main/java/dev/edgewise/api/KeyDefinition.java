package dev.edgewise.api;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The request to make a key.
 *
 * @param name says what the key is for
 * @param scopes what it may do; the sender of the request must have each of them
 * @param kinds the kinds whose tasks it may claim; all when null
 * @param expiresAt when it ends to be valid; never when null
 * @param workspace the workspace that it belongs to, as {@code tenant/name}; that of the request
 *     when null
 */
public record KeyDefinition(
    String name,
    List<Scope> scopes,
    @Nullable List<String> kinds,
    @Nullable Instant expiresAt,
    @Nullable String workspace) {}
