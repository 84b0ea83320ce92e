package dev.edgewise.server.store.read;

/**
 * How much of a workspace waits and how much is held.
 *
 * @param workspace its name, or {@link Loads#OTHERS}
 * @param ready tasks that wait for an executor
 * @param parked tasks that a rule holds back
 * @param rated those of them that wait for a token of a rate
 * @param byWorkers tasks that workers hold
 * @param byWebhooks tasks whose webhook has been called
 * @param workers how many workers hold tasks
 * @param owed webhook calls that are yet to be made
 * @param signals signals that no task has waited for yet
 * @param calls tasks that call a workflow
 * @param dead webhook calls that were given up
 */
public record Load(
    String workspace,
    long ready,
    long parked,
    long rated,
    long byWorkers,
    long byWebhooks,
    long workers,
    long owed,
    Waits waits,
    long signals,
    long calls,
    long dead) {

  /** Tasks that wait, by what for. */
  public record Waits(long durations, long points, long signals, long approvals) {}
}
