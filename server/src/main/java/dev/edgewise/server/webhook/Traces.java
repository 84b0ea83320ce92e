package dev.edgewise.server.webhook;

import dev.edgewise.server.store.delivery.Delivery;
import java.util.HexFormat;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Ties calls to traces: all calls of a batch belong to one, whose id is the batch's. */
public interface Traces extends AutoCloseable {

  /** Names traces for receivers and records nothing here. */
  Traces UNRECORDED = delivery -> new Unrecorded(parent(delivery, "00"));

  /** Sends what has been recorded. */
  @Override
  default void close() {}

  /** Begins the span of a call. */
  Span begin(Delivery delivery);

  /** One call in its trace. */
  interface Span extends AutoCloseable {

    /** The W3C header that carries the trace to the receiver. */
    String traceparent();

    /** Notes what the call came to. */
    void end(Reply reply);

    @Override
    void close();
  }

  /** The id of the trace that a delivery belongs to. */
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

  /** A span that only has a name. */
  record Unrecorded(String traceparent) implements Span {
    @Override
    public void end(Reply reply) {}

    @Override
    public void close() {}
  }
}
