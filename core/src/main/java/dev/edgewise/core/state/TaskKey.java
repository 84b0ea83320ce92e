package dev.edgewise.core.state;

import java.util.Comparator;
import java.util.UUID;

/**
 * The key of a task: its batch and its number there. The public ID is a UUID made of both: the low
 * 32 bits are zero in a batch ID and hold the number in a task ID.
 */
public record TaskKey(UUID batchId, int no) implements Comparable<TaskKey> {

  private static final long NUMBER_BITS = 0xFFFF_FFFFL;
  private static final Comparator<TaskKey> ORDER =
      Comparator.comparing(TaskKey::batchId).thenComparingInt(TaskKey::no);

  /** Returns the key of a public ID; a batch has number 0. */
  public static TaskKey of(UUID publicId) {
    long low = publicId.getLeastSignificantBits();
    return new TaskKey(
        new UUID(publicId.getMostSignificantBits(), low & ~NUMBER_BITS), (int) (low & NUMBER_BITS));
  }

  /** Returns a batch ID: the UUID with its low 32 bits cleared. */
  public static UUID batchIdOf(UUID any) {
    return of(any).batchId();
  }

  /** Returns the public ID. */
  public UUID publicId() {
    return new UUID(
        batchId.getMostSignificantBits(),
        batchId.getLeastSignificantBits() | Integer.toUnsignedLong(no));
  }

  @Override
  public int compareTo(TaskKey other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return publicId().toString();
  }
}
