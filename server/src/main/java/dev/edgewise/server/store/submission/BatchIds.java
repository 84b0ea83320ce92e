package dev.edgewise.server.store.submission;

import dev.edgewise.core.state.Workspace;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * New batch ids: UUIDs that grow with time, also within a millisecond, and leave their low 32 bits
 * to the tasks' numbers. Those of the default workspace are of version 7.
 */
public final class BatchIds {
  private static final int FRACTION_BITS = 12;
  private static final int NANOS_PER_MILLI = 1_000_000;
  private static final long VERSION_7 = 0x7000L;
  private static final long VARIANT = 0x8000_0000_0000_0000L;
  private static final long RANDOM_BITS = 0x3FFF_FFFFL;

  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();
  private final AtomicLong last = new AtomicLong();

  public BatchIds(InstantSource clock) {
    this.clock = clock;
  }

  /** An id of a workspace, with a later time than all that this object gave before. */
  @SuppressWarnings("JavaInstantGetSecondsGetNano") // only what is below a millisecond is wanted
  public UUID next(Workspace workspace) {
    Instant now = clock.instant();
    long fraction = ((long) (now.getNano() % NANOS_PER_MILLI) << FRACTION_BITS) / NANOS_PER_MILLI;
    long ticks = (now.toEpochMilli() << FRACTION_BITS) | fraction;
    long unique = last.updateAndGet(previous -> Math.max(previous + 1, ticks));
    long high =
        ((unique >>> FRACTION_BITS) << 16) | VERSION_7 | (unique & ((1L << FRACTION_BITS) - 1));
    long low = VARIANT | ((random.nextLong() & RANDOM_BITS) << 32);
    return workspace.mark(new UUID(high, low));
  }
}
