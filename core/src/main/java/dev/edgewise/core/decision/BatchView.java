package dev.edgewise.core.decision;

import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.readiness.Nodes;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The batches of a group of commands, as one transaction sees them. */
public interface BatchView extends Nodes {

  /** Returns the time of the transaction. */
  Instant now();

  /** Whether the batch exists. */
  boolean exists(UUID batchId);

  /** Returns the tasks of a batch that ended without success. */
  List<Node> endedWithoutSuccess(UUID batchId);

  /** Returns the pause of a batch; null unless the whole batch is paused and not over. */
  @Nullable BatchPause pause(UUID batchId);

  /** Whether the ledger of a batch has an entry with this outside event. */
  boolean hasApplied(UUID batchId, String eventId);
}
