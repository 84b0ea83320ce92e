package dev.edgewise.sdk;

import dev.edgewise.api.ClaimedTask;
import dev.edgewise.api.Json;
import dev.edgewise.sdk.json.JsonReader;
import dev.edgewise.sdk.json.RecordBinding;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The task of a handler, with its input and its cancellation. */
public final class TaskContext {

  private final Holding holding;

  TaskContext(Holding holding) {
    this.holding = holding;
  }

  /** The task as the server sent it. */
  public ClaimedTask task() {
    return holding.task();
  }

  /** The attempt; counts from 0. */
  public int attempt() {
    return task().attempt();
  }

  /** The input as plain Java values; empty when the task has none. */
  public Map<String, @Nullable Object> input() {
    return members(task().input());
  }

  /** The input as a record, whose components are the members in camelCase. */
  public <T extends Record> T input(Class<T> type) {
    return RecordBinding.bind(input(), type);
  }

  /** The metadata as plain Java values; empty when it is not an object. */
  public Map<String, @Nullable Object> metadata() {
    return members(task().metadata());
  }

  /** Whether the handler should stop: the task was canceled or paused, or the lease was lost. */
  public boolean shouldCancel() {
    return holding.isCanceled();
  }

  /** Waits until the handler should stop, at most for the given time; returns whether it should. */
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
