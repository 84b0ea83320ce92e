package dev.edgewise.sdk;

import dev.edgewise.api.ClaimedTask;
import dev.edgewise.api.Json;
import dev.edgewise.sdk.json.JsonReader;
import dev.edgewise.sdk.json.RecordBinding;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a handler knows about its task. */
public final class TaskContext {

  private final Holding holding;

  TaskContext(Holding holding) {
    this.holding = holding;
  }

  /** The task as the server handed it out. */
  public ClaimedTask task() {
    return holding.task();
  }

  /** Counts from 0. */
  public int attempt() {
    return task().attempt();
  }

  /** The input as plain values; empty when the task has none. */
  public Map<String, @Nullable Object> input() {
    return members(task().input());
  }

  /** The input as a record whose components are called like its members, in camelCase. */
  public <T extends Record> T input(Class<T> type) {
    return RecordBinding.bind(input(), type);
  }

  /** The metadata as plain values; empty when it is no object. */
  public Map<String, @Nullable Object> metadata() {
    return members(task().metadata());
  }

  /**
   * Whether the work has become useless: the task was canceled or paused, or the lease was lost.
   */
  public boolean shouldCancel() {
    return holding.isCanceled();
  }

  /** Waits until the work has become useless, at most so long, and says whether it has. */
  public boolean awaitCancel(Duration longest) throws InterruptedException {
    return holding.awaitCancel(longest);
  }

  private static Map<String, @Nullable Object> members(@Nullable Json json) {
    if (json == null || !(JsonReader.read(json.text()) instanceof Map<?, ?> members)) {
      return Map.of();
    }
    @SuppressWarnings("unchecked")
    var typed = (Map<String, @Nullable Object>) members;
    return typed;
  }
}
