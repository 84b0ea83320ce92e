package dev.edgewise.server.http;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.server.config.Limits;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits how many bytes of request bodies the server holds at once to a fraction of its heap. Bytes
 * count from when they are read, regardless of the announced length, until the request ends.
 *
 * <p>The beginnings of bodies have a budget of their own, so that small requests still succeed when
 * large ones are refused.
 */
final class BodyBudget {
  private final long beginningsMax;
  private final long restsMax;
  private final AtomicLong beginnings = new AtomicLong();
  private final AtomicLong rests = new AtomicLong();

  /**
   * @param memory the size of the heap in bytes
   */
  BodyBudget(long memory) {
    beginningsMax = memory / Limits.BODY_BEGINNINGS_MEMORY_PART;
    restsMax = memory / Limits.BODY_RESTS_MEMORY_PART;
  }

  /** The largest body that fits while there is no other. */
  long largestBody() {
    return restsMax + Limits.BODY_BEGINNING_BYTES;
  }

  /** Opens the share of one request. */
  Share share() {
    return new Share();
  }

  /** The bytes that one request holds. Only the request's thread uses it. */
  final class Share implements AutoCloseable {
    private long beginning;
    private long rest;

    private Share() {}

    /** Counts bytes that were read, and fails the request when they exceed the budget. */
    void take(int bytes) {
      long first = Math.min(bytes, Limits.BODY_BEGINNING_BYTES - beginning);
      beginning += first;
      rest += bytes - first;
      // Both must be counted, because close() subtracts both.
      boolean enoughForBeginnings = add(beginnings, first, beginningsMax);
      boolean enoughForRests = add(rests, bytes - first, restsMax);
      if (!enoughForBeginnings || !enoughForRests) {
        throw ApiException.of(
            ErrorCode.OVERLOADED,
            "The bodies of other requests fill the memory set aside for bodies. Send the request"
                + " again in a moment.");
      }
    }

    private static boolean add(AtomicLong sum, long bytes, long max) {
      return bytes == 0 || sum.addAndGet(bytes) <= max;
    }

    @Override
    public void close() {
      beginnings.addAndGet(-beginning);
      rests.addAndGet(-rest);
      beginning = 0;
      rest = 0;
    }
  }
}
