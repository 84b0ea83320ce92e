package dev.edgewise.server.webhook;

import dev.edgewise.server.store.delivery.Delivery;
import java.util.HexFormat;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Assigns webhook calls to traces: the calls of a batch share one trace, whose ID is the batch ID.
 */
public interface Traces extends AutoCloseable {

  /** Sends trace IDs to receivers and records nothing. */
  Traces UNRECORDED = delivery -> new Unrecorded(parent(delivery, "00"));

  /** Exports the recorded spans. */
  @Override
  default void close() {}

  /** Starts the span of a call. */
  Span begin(Delivery delivery);

  /** The span of one call. */
  interface Span extends AutoCloseable {

    /** The W3C traceparent header for the receiver. */
    String traceparent();

    /** Records how the call ended. */
    void end(CallReply reply);

    @Override
    void close();
  }

  /** Returns the trace ID of a delivery. */
  static String traceId(Delivery delivery) {
    UUID batch = delivery.task().batchId();
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(batch.getMostSignificantBits())
        + hex.toHexDigits(batch.getLeastSignificantBits());
  }

  private static String parent(Delivery delivery, String flags) {
    long span = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
    return "00-" + traceId(delivery) + "-" + HexFormat.of().toHexDigits(span) + "-" + flags;
  }

  /** A span that is not recorded. */
  record Unrecorded(String traceparent) implements Span {
    @Override
    public void end(CallReply reply) {}

    @Override
    public void close() {}
  }
}
