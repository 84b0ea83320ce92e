package dev.edgewise.server.cli.remote;

import java.util.UUID;

/** Tells the IDs of batches from those of tasks. */
public final class Ids {

  /** The bits of a task ID that hold its number; in a batch ID they are zero. */
  private static final long NUMBER_BITS = 0xFFFF_FFFFL;

  private Ids() {}

  /** Whether an ID is that of a batch. */
  public static boolean isBatch(String id) {
    try {
      return (UUID.fromString(id).getLeastSignificantBits() & NUMBER_BITS) == 0;
    } catch (IllegalArgumentException e) {
      throw new ClientException(
          "'"
              + id
              + "' is not a task or batch ID. `edgewise list` shows the existing batches and"
              + " tasks.",
          e);
    }
  }

  /** The path of a batch or a task. */
  public static String path(String id) {
    return (isBatch(id) ? "/v1/batches/" : "/v1/tasks/") + id;
  }
}
