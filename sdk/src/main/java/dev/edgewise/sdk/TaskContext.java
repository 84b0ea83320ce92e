package dev.edgewise.sdk;

import dev.edgewise.api.ClaimedTask;
import dev.edgewise.api.Json;
import dev.edgewise.api.LogLine;
import dev.edgewise.sdk.json.JsonReader;
import dev.edgewise.sdk.json.JsonWriter;
import dev.edgewise.sdk.json.RecordBinding;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The task of a handler, with its input, its log, its progress and its cancellation. */
public final class TaskContext {

  private static final ThreadLocal<@Nullable TaskContext> CURRENT = new ThreadLocal<>();

  private final Holding holding;
  private final Runnable manyLines;

  /**
   * @param manyLines called when many lines are to be sent
   */
  TaskContext(Holding holding, Runnable manyLines) {
    this.holding = holding;
    this.manyLines = manyLines;
  }

  /** The task whose handler runs on this thread; null when none does. */
  static @Nullable TaskContext current() {
    return CURRENT.get();
  }

  /** Runs the handler; what it logs on this thread belongs to the task. */
  @Nullable Object run(Handler handler) throws Exception {
    CURRENT.set(this);
    try {
      return handler.handle(this);
    } finally {
      CURRENT.remove();
    }
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

  /** Logs a line of level info. */
  public void log(String message) {
    log("info", message, Map.of());
  }

  /** Logs a line of a level such as info, warn or error. */
  public void log(String level, String message) {
    log(level, message, Map.of());
  }

  /** Logs a line with further values, which must be writable as JSON. */
  public void log(String level, String message, Map<String, ?> fields) {
    add(Instant.now(), level, message, fields);
  }

  void add(Instant at, String level, String message, Map<String, ?> fields) {
    Json json = fields.isEmpty() ? null : new Json(JsonWriter.write(fields));
    LogLine line = new LogLine(at, level, ErrorText.clean(message), json);
    if (holding.add(line) >= TaskLog.MANY) {
      manyLines.run();
    }
  }

  /** Says how far the handler is, from 0 to 1. */
  public void progress(double part) {
    holding.progress(checked(part), null);
  }

  /** Says how far the handler is, from 0 to 1, and what it does; at most 500 characters. */
  public void progress(double part, String message) {
    String clean = ErrorText.clean(message);
    int end = clean.offsetByCodePoints(0, Math.min(clean.codePointCount(0, clean.length()), 500));
    holding.progress(checked(part), clean.substring(0, end));
  }

  private static double checked(double part) {
    if (!(part >= 0 && part <= 1)) {
      throw new IllegalArgumentException("progress: must be from 0 to 1, not " + part);
    }
    return part;
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
