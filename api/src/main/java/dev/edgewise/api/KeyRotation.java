package dev.edgewise.api;

import org.jspecify.annotations.Nullable;

/**
 * The request to give a key a new secret.
 *
 * @param now whether the former secret and the sessions of the key end at once; when null or false,
 *     the former secret stays valid for 24 hours
 */
public record KeyRotation(@Nullable Boolean now) {}
