package dev.edgewise.server.http;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.server.config.Limits;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes of request bodies the server holds at once, measured by its memory. Bytes count
 * from the moment they are read, whatever length a client announces, until their request ends.
 *
 * <p>The beginnings of bodies have a budget of their own, so that small requests go on while large
 * ones are refused.
 */
final class BodyBudget {
  private final long beginningsMax;
  private final long restsMax;
  private final AtomicLong beginnings = new AtomicLong();
  private final AtomicLong rests = new AtomicLong();

  /**
   * @param memory how many bytes the server may use for everything
   */
  BodyBudget(long memory) {
    beginningsMax = memory / Limits.BODY_BEGINNINGS_MEMORY_PART;
    restsMax = memory / Limits.BODY_RESTS_MEMORY_PART;
  }

  /** The largest body that fits when there is no other. */
  long largestBody() {
    return restsMax + Limits.BODY_BEGINNING_BYTES;
  }

  /** What one request takes of the budget. */
  Share share() {
    return new Share();
  }

  /** The bytes that one request holds. It belongs to the request's thread. */
  final class Share implements AutoCloseable {
    private long beginning;
    private long rest;

    private Share() {}

    /** Takes bytes that were read, and ends the request when they are too many. */
    void take(int bytes) {
      long first = Math.min(bytes, Limits.BODY_BEGINNING_BYTES - beginning);
      beginning += first;
      rest += bytes - first;
      // Both are counted, because both are given back.
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
