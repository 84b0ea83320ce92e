package dev.edgewise.server.commit;

import dev.edgewise.core.decision.Command;
import dev.edgewise.server.store.update.TaskUpdate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A command with what else changes if it is applied.
 *
 * @param update of the same task; null for nothing
 */
record Order(Command command, @Nullable TaskUpdate update) {

  UUID batchId() {
    return command.task().batchId();
  }
}
