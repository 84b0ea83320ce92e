package dev.edgewise.server.commit;

import dev.edgewise.core.decision.Command;
import dev.edgewise.server.store.update.Report;
import dev.edgewise.server.store.update.TaskUpdate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A command with what else changes if it is applied.
 *
 * @param update of the same task; null for nothing
 * @param report of the attempt that the command ends; null without one
 */
public record Order(Command command, @Nullable TaskUpdate update, @Nullable Report report) {

  /** A command that changes nothing else. */
  public static Order of(Command command) {
    return new Order(command, null, null);
  }

  UUID batchId() {
    return command.task().batchId();
  }
}
