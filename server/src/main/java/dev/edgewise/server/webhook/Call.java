package dev.edgewise.server.webhook;

import dev.edgewise.server.store.delivery.Delivery;

/**
 * One call to make.
 *
 * @param action in JSON, with nothing left to evaluate
 * @param token the delivery token that the receiver answers with
 */
public record Call(Delivery delivery, String action, String token) {}
