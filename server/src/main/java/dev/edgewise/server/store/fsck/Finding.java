package dev.edgewise.server.store.fsck;

import java.util.UUID;

/**
 * Something that is not as it should be.
 *
 * @param id the task, or the batch when no single task is at fault
 * @param difference what is stored and what it should be
 */
public record Finding(Invariant invariant, UUID id, String difference) {

  @Override
  public String toString() {
    return id + " " + invariant.label() + ": " + difference;
  }
}
