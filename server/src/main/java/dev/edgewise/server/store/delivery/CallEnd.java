package dev.edgewise.server.store.delivery;

import org.jspecify.annotations.Nullable;

/**
 * What a permitted call came to.
 *
 * @param call the number that the permit gave it
 * @param responseStatus null when nobody answered
 * @param responseBody what is kept of the answer; null for nothing
 * @param error why it failed; null when it succeeded
 */
public record CallEnd(
    Delivery delivery,
    int call,
    boolean accepted,
    @Nullable Integer responseStatus,
    @Nullable String responseBody,
    @Nullable String error) {}
