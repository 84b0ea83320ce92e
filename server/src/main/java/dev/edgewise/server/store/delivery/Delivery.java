package dev.edgewise.server.store.delivery;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.Trigger;

/**
 * What is called at most once with success: one action of one event of one attempt.
 *
 * @param index the position of the action among those of its trigger
 */
public record Delivery(TaskKey task, Trigger trigger, int attempt, int index) {

  /** The delivery of an on_start call. */
  public static Delivery start(TaskKey task, int attempt) {
    return new Delivery(task, Trigger.START, attempt, 0);
  }

  /** The idempotency key: the same for every call of this delivery, and for no other delivery. */
  public String key() {
    var key = new StringBuilder().append(task).append(':').append(trigger.word());
    if (attempt > 0) {
      key.append(':').append(attempt);
    }
    if (index > 0) {
      key.append('/').append(index);
    }
    return key.toString();
  }
}
