package dev.edgewise.bench.round;

import java.util.Locale;

/** What a round measures. */
public enum Figure {
  TASKS("tasks of a batch", "", true),
  WALL("wall time", "us/task", false),
  SUBMIT_WALL("of it to submit", "us/task", false),
  THROUGHPUT("throughput", "tasks/s", true),
  SUBMIT_RATE("submit rate", "tasks/s", true),
  SUBMIT_P50("submit p50", "ms", false),
  SUBMIT_P95("submit p95", "ms", false),
  SUBMIT_P99("submit p99", "ms", false),
  HOP_P50("hop p50", "ms", false),
  HOP_P95("hop p95", "ms", false),
  HOP_P99("hop p99", "ms", false),
  EXCHANGES("HTTP exchanges", "per task", false),
  STATEMENTS("SQL statements", "per task", false),
  TRANSACTIONS("transactions", "per task", false),
  QUEUED("through the queue", "% of tasks", false),
  WAL("WAL", "bytes/task", false),
  HOT("HOT updates", "%", true),
  CPU_SERVER("CPU server", "us/task", false),
  CPU_DATABASE("CPU database", "us/task", false),
  CPU_GENERATOR("CPU load generator", "us/task", false),
  HEAP("heap peak", "MB", false),
  WAITING("tasks that wait", "", true),
  ALONE_WALL("wall time on an empty database", "us/task", false),
  BESIDE_WALL("wall time beside those that wait", "us/task", false),
  BESIDE_RATIO("beside / empty", "", false),
  LIVE_HEAP_BEFORE("live heap on an empty database", "MB", false),
  LIVE_HEAP("live heap while they wait", "MB", false),
  CEILING_10("ceiling, 10 a transaction", "tasks/s", true),
  CEILING_100("ceiling, 100 a transaction", "tasks/s", true),
  CEILING_1000("ceiling, 1000 a transaction", "tasks/s", true),
  CEILING_RATIO("throughput / best ceiling", "", true),
  COMMIT("one commit", "ms", false),
  COMMIT_P99("one commit, p99", "ms", false),
  EXCHANGE("one HTTP exchange", "ms", false),
  EXCHANGE_P99("one HTTP exchange, p99", "ms", false),
  HOP_P50_RATIO("hop p50 / (commit + exchange)", "", false),
  HOP_P99_RATIO("hop p99 / (commit + exchange)", "", false),
  LOAD_AVERAGE("load average", "", false);

  private final String label;
  private final String unit;
  private final boolean upwards;

  Figure(String label, String unit, boolean upwards) {
    this.label = label;
    this.unit = unit;
    this.upwards = upwards;
  }

  public String label() {
    return label;
  }

  public String unit() {
    return unit;
  }

  /** Whether more is better. */
  public boolean upwards() {
    return upwards;
  }

  /** The name in JSON. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Three digits that matter, and no more. */
  public static String text(double value) {
    double size = Math.abs(value);
    String format = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f";
    return format.formatted(value);
  }
}
