package dev.edgewise.server.store.commit;

import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.state.TaskKey;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/**
 * Those who wait for tasks. A transaction that readies some has them run at once, instead of
 * leaving them in the queue for a second transaction.
 */
public interface Takers {
  Takers NOBODY =
      new Takers() {
        @Override
        public boolean waitIn(String lane) {
          return false;
        }

        @Override
        public Handover offer(
            Handle handle, List<Ready> tasks, Map<TaskKey, Brief> briefs, Instant now) {
          return Handover.NOTHING;
        }
      };

  /** Whether somebody waits for tasks of a lane. */
  boolean waitIn(String lane);

  /**
   * Offers tasks that the transaction is about to ready; it writes down who takes which.
   *
   * @param briefs what is known of some of them already
   */
  Handover offer(Handle handle, List<Ready> tasks, Map<TaskKey, Brief> briefs, Instant now);

  /** Workers are told now that their tasks have ended, and may be back at once. */
  default void answered(Collection<String> lanes) {}

  /**
   * A task that becomes ready.
   *
   * @param token the one that its next executor reports with
   */
  record Ready(TaskKey task, String lane, Token token) {}

  /**
   * Who takes a task.
   *
   * @param leaseSecs how long it may hold it without a sign of life
   */
  record Taker(String holder, int leaseSecs) {}

  /** Tasks that are given away, unless the transaction fails. */
  interface Handover {
    Handover NOTHING =
        new Handover() {
          @Override
          public Map<TaskKey, Taker> takers() {
            return Map.of();
          }

          @Override
          public void committed() {}

          @Override
          public void failed() {}
        };

    Map<TaskKey, Taker> takers();

    /** The transaction has committed. */
    void committed();

    /** It has not, and all is as it was. */
    void failed();
  }
}
