package dev.edgewise.server.webhook;

import dev.edgewise.server.store.delivery.Delivery;

/**
 * A webhook call to make.
 *
 * @param action the action in JSON, with all expressions evaluated
 * @param token the delivery token that the receiver sends when it reports the end of the task
 */
public record Call(Delivery delivery, String action, String token) {}
