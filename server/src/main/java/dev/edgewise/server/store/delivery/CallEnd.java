package dev.edgewise.server.store.delivery;

import org.jspecify.annotations.Nullable;

/**
 * What a permitted call came to.
 *
 * @param call the number that the permit gave it
 * @param responseStatus null when no answer came
 * @param responseBody what is kept of the answer; null for nothing
 * @param error why it failed, or what of the answer is ignored; null when there is neither
 */
public record CallEnd(
    Delivery delivery,
    int call,
    boolean accepted,
    @Nullable Integer responseStatus,
    @Nullable String responseBody,
    @Nullable String error) {

  /** The same with a remark on the answer. */
  public CallEnd remarked(String remark) {
    return new CallEnd(delivery, call, accepted, responseStatus, responseBody, remark);
  }
}
