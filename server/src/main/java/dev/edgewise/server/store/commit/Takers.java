package dev.edgewise.server.store.commit;

import dev.edgewise.core.state.TaskKey;
import java.util.Collection;
import java.util.List;
import org.jdbi.v3.core.Handle;

/**
 * Those who wait for tasks. A transaction that readies some gives them away at once, instead of
 * leaving them in the queue for a second transaction.
 */
@FunctionalInterface
public interface Takers {

  /** Offers tasks that the transaction has just queued; those given away have left the queue. */
  Handover offer(Handle handle, List<Ready> tasks);

  /** A queued task. */
  record Ready(TaskKey task, String lane) {}

  /** Tasks that were given away, unless the transaction fails. */
  interface Handover {
    Handover NOTHING =
        new Handover() {
          @Override
          public Collection<TaskKey> tasks() {
            return List.of();
          }

          @Override
          public void committed() {}

          @Override
          public void failed() {}
        };

    Collection<TaskKey> tasks();

    /** The transaction has committed. */
    void committed();

    /** It has not, and all is as it was. */
    void failed();
  }
}
