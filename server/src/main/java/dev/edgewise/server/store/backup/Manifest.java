package dev.edgewise.server.store.backup;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What a backup has.
 *
 * @param format the form of the file itself
 * @param edgewise the version that wrote it
 * @param schema the version of the database's schema
 * @param tables in the order in which they follow
 * @param sequences the last number that each has given out
 */
record Manifest(
    int format,
    String edgewise,
    String schema,
    Instant createdAt,
    List<Table> tables,
    Map<String, Long> sequences) {

  /** The form that is written, and the only one that is read. */
  static final int FORMAT = 1;

  static final String ENTRY = "manifest.json";

  /**
   * The tables of the schema, each behind those that it refers to. Flyway's own history is made by
   * the migrations of a restore; browsers sign in again.
   */
  static final List<String> TABLES =
      List.of(
          "installation",
          "workspace",
          "api_key",
          "secret",
          "batch",
          "task",
          "task_state",
          "fact",
          "foreign_edge",
          "queue",
          "lease",
          "timer",
          "wait",
          "signal",
          "signal_id",
          "call",
          "deadline",
          "bucket",
          "fair_lane",
          "fair_share",
          "result",
          "event",
          "task_log",
          "past_attempt",
          "progress",
          "outbox",
          "webhook_execution",
          "submission_key",
          "workflow",
          "schedule",
          "schedule_tick",
          "backfill",
          "audit");

  /** A table and its columns, in the order of its rows' values. */
  record Table(String name, List<String> columns) {
    Table {
      columns = List.copyOf(columns);
    }

    /** Where the rows are in the file. */
    String entry() {
      return "tables/" + name + ".copy";
    }

    /** The columns as SQL names them. */
    String quoted() {
      return String.join(", ", columns.stream().map(column -> '"' + column + '"').toList());
    }
  }

  /** What follows the last table: how many rows each has. */
  record End(Map<String, Long> rows) {
    static final String ENTRY = "end.json";
  }

  Manifest {
    tables = List.copyOf(tables);
    sequences = Map.copyOf(sequences);
  }
}
