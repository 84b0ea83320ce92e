package dev.edgewise.server.webhook;

import dev.edgewise.server.store.delivery.Delivery;

/**
 * A webhook call to make.
 *
 * @param action the action in JSON, with all expressions evaluated
 * @param token the delivery token that the receiver sends when it reports the end of the task
 * @param redaction masks the secrets of the action in what the call returns
 */
public record Call(Delivery delivery, String action, String token, Redaction redaction) {

  /** A call without secrets. */
  public Call(Delivery delivery, String action, String token) {
    this(delivery, action, token, Redaction.NONE);
  }
}
