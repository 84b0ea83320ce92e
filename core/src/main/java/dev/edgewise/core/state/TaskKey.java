package dev.edgewise.core.state;

import java.util.Comparator;
import java.util.UUID;

/**
 * A task's place: its batch and its number there. The public id is a UUID made of both: the low 32
 * bits of a batch id are zero, those of a task id carry the number.
 */
public record TaskKey(UUID batchId, int no) implements Comparable<TaskKey> {

  private static final long NUMBER_BITS = 0xFFFF_FFFFL;
  private static final Comparator<TaskKey> ORDER =
      Comparator.comparing(TaskKey::batchId).thenComparingInt(TaskKey::no);

  /** The key behind a public id; the batch itself has number 0. */
  public static TaskKey of(UUID publicId) {
    long low = publicId.getLeastSignificantBits();
    return new TaskKey(
        new UUID(publicId.getMostSignificantBits(), low & ~NUMBER_BITS), (int) (low & NUMBER_BITS));
  }

  /** A batch id made of any UUID by clearing its low 32 bits. */
  public static UUID batchIdOf(UUID any) {
    return of(any).batchId();
  }

  /** The id that users see. */
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
