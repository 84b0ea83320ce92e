package dev.edgewise.api;

import java.time.Instant;

/**
 * A secret, without its value.
 *
 * @param updatedAt when its value was last replaced
 */
public record SecretView(String name, Instant createdAt, Instant updatedAt) {}
