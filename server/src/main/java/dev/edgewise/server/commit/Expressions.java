package dev.edgewise.server.commit;

import dev.edgewise.core.decision.BatchView;
import dev.edgewise.core.readiness.Inline;
import dev.edgewise.core.readiness.Journal;
import org.jdbi.v3.core.Handle;

/** Gives a transaction what it needs to decide inline nodes. */
@FunctionalInterface
public interface Expressions {

  /**
   * Decides the inline nodes of one transaction, which sees its own results and those in the
   * database. With brief effort it throws a {@link TooMuchEffortException} where more is needed.
   */
  Inline inline(Handle handle, BatchView view, Journal journal, Effort effort);
}
