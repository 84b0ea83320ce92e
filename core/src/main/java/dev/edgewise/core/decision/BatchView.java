package dev.edgewise.core.decision;

import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.readiness.Nodes;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** The batches that commands are about, as one transaction sees them. */
public interface BatchView extends Nodes {

  /** The transaction's time. */
  Instant now();

  /** Whether the batch exists. */
  boolean exists(UUID batchId);

  /** The tasks of a batch that ended without success. */
  List<Node> endedWithoutSuccess(UUID batchId);

  /** Whether the ledger of a batch has an entry that this outside event caused. */
  boolean hasApplied(UUID batchId, String eventId);
}
