package dev.edgewise.core.state;

import java.util.UUID;

/**
 * A workspace, by its number. Everything that users create belongs to one workspace and does not
 * exist for the others.
 *
 * <p>A batch ID tells its workspace, so that no look-up is needed to know whether an ID belongs to
 * a request: the IDs of the default workspace are UUIDs of version 7, those of the others are of
 * version 8 and hold the number in 16 bits, in front of the bits of the task's number.
 */
public record Workspace(int number) {
  /** The largest number. */
  public static final int MAX_NUMBER = 0xFFFF;

  /** The workspace that exists from the start; without authentication it is the only one. */
  public static final Workspace DEFAULT = new Workspace(0);

  private static final int NUMBER_SHIFT = 32;
  private static final int NUMBERED_VERSION = 8;

  public Workspace {
    if (number < 0 || number > MAX_NUMBER) {
      throw new IllegalArgumentException("A workspace cannot have the number " + number);
    }
  }

  /** Returns the workspace of a batch or a task, from its public ID. */
  public static Workspace of(UUID id) {
    return id.version() == NUMBERED_VERSION
        ? new Workspace((int) (id.getLeastSignificantBits() >>> NUMBER_SHIFT) & MAX_NUMBER)
        : DEFAULT;
  }

  /** Whether the batch or task with this public ID belongs to this workspace. */
  public boolean owns(UUID id) {
    return of(id).number == number;
  }

  /** Returns this ID of version 7 as one of this workspace. */
  public UUID mark(UUID id) {
    if (number == DEFAULT.number) {
      return id;
    }
    long high = (id.getMostSignificantBits() & ~0xF000L) | ((long) NUMBERED_VERSION << 12);
    long low =
        (id.getLeastSignificantBits() & ~((long) MAX_NUMBER << NUMBER_SHIFT))
            | ((long) number << NUMBER_SHIFT);
    return new UUID(high, low);
  }
}
