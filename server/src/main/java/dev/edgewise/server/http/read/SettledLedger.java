package dev.edgewise.server.http.read;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.store.read.Ledger;
import dev.edgewise.server.store.read.LedgerRow;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The ledger up to its horizon: a reader never passes an entry that is yet to appear. */
final class SettledLedger {
  private final Ledger ledger;
  private final Horizon horizon;

  SettledLedger(Ledger ledger) {
    this.ledger = ledger;
    this.horizon = new Horizon(ledger);
  }

  /**
   * The entries of a batch that follow one of them, at most {@code limit}.
   *
   * @param after an entry's id; 0 begins at the start
   */
  List<LedgerRow> entries(UUID batchId, long after, int limit) throws InterruptedException {
    return ledger.entries(batchId, after, horizon.settled(), limit);
  }

  /**
   * The entries about a task except signs of life that follow one of them, at most {@code limit}.
   *
   * @param after an entry's id; 0 begins at the start
   */
  List<LedgerRow> about(TaskKey task, long after, int limit) throws InterruptedException {
    return ledger.about(task, after, horizon.settled(), limit);
  }

  /** The number of the newest row of each of these batches; a batch without any is left out. */
  Map<UUID, Long> newest(Collection<UUID> batches) throws InterruptedException {
    return ledger.newest(batches, horizon.settled());
  }

  /** An id above every entry so far and below every later one. */
  long now() throws InterruptedException {
    return LedgerRow.idAbove(horizon.settled());
  }
}
