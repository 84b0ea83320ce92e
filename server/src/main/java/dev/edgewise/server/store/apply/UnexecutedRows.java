package dev.edgewise.server.store.apply;

import dev.edgewise.core.decision.Decision;
import java.time.Instant;
import org.jdbi.v3.core.Handle;

/** What a decision changes without an executor: waits, calls of workflows, and deadlines. */
public final class UnexecutedRows {
  private final WaitRows waits;
  private final CallRows calls;
  private final DeadlineRows deadlines;

  private UnexecutedRows(WaitRows waits, CallRows calls, DeadlineRows deadlines) {
    this.waits = waits;
    this.calls = calls;
    this.deadlines = deadlines;
  }

  /** Finds what a decision changes. */
  public static UnexecutedRows of(Decision decision) {
    return new UnexecutedRows(
        WaitRows.of(decision.nodes(), decision.journal()),
        CallRows.of(decision.nodes(), decision.journal()),
        DeadlineRows.of(decision.nodes(), decision.journal()));
  }

  /** Whether nothing changes. */
  public boolean isEmpty() {
    return waits.isEmpty() && calls.isEmpty() && deadlines.isEmpty();
  }

  /** Whether something may be due now or later. */
  public boolean setTimers() {
    return waits.setTimers() || deadlines.setTimers() || !calls.isEmpty();
  }

  /** Writes it, in the transaction that has locked the batches. */
  public void write(Handle handle, Instant now) {
    waits.write(handle, now);
    calls.write(handle, now);
    deadlines.write(handle, now);
  }
}
