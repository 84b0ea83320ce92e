package dev.edgewise.server.store.update;

import static java.util.Comparator.comparing;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.database.Transactions;
import dev.edgewise.server.store.Columns;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Writes what executors say about their attempts. A request without a report costs nothing. */
public final class Reports {
  private final Database database;

  public Reports(Database database) {
    this.database = database;
  }

  /** Writes reports about attempts that are under way. */
  public void write(List<Report.About> reports) {
    if (!reports.isEmpty()) {
      Transactions.retrying(
          database.engine(),
          handle -> {
            write(handle, reports);
            return true;
          });
    }
  }

  /** The same inside a transaction of the caller's. */
  public static void write(Handle handle, Collection<Report.About> reports) {
    // One row of a task can be written once in a statement: a later report completes an earlier
    // one.
    Map<TaskKey, Report.About> progress = new TreeMap<>();
    for (Report.About each : reports) {
      Report report = each.report();
      if (report.progress() != null || report.message() != null) {
        progress.merge(each.task(), each, Reports::latest);
      }
    }
    if (!progress.isEmpty()) {
      writeProgress(handle, progress.values());
    }
    List<Report.About> errors =
        reports.stream()
            .filter(each -> each.report().error() != null)
            .sorted(comparing(Report.About::task))
            .toList();
    if (!errors.isEmpty()) {
      writeErrors(handle, errors);
    }
  }

  private static Report.About latest(Report.About earlier, Report.About later) {
    Double progress = later.report().progress();
    String message = later.report().message();
    return new Report.About(
        later.task(),
        later.attempt(),
        new Report(
            progress == null ? earlier.report().progress() : progress,
            message == null ? earlier.report().message() : message,
            null));
  }

  private static void writeProgress(Handle handle, Collection<Report.About> reports) {
    Columns columns = new Columns();
    var named = columns.keys();
    var attempts = columns.integers("attempts");
    var progress = columns.doubles("progress");
    var messages = columns.texts("messages");
    for (Report.About each : reports) {
      named.add(each.task());
      attempts.add(each.attempt());
      progress.add(each.report().progress());
      messages.add(each.report().message());
    }
    columns.bindTo(handle.createUpdate(Sql.named("attempt/report_progress"))).execute();
  }

  private static void writeErrors(Handle handle, List<Report.About> errors) {
    Columns columns = new Columns();
    var named = columns.keys();
    var attempts = columns.integers("attempts");
    var texts = columns.texts("errors");
    for (Report.About each : errors) {
      @Nullable Integer attempt = each.attempt();
      if (attempt == null) {
        throw new IllegalArgumentException("An error belongs to an attempt that is known");
      }
      named.add(each.task());
      attempts.add(attempt);
      texts.add(each.report().error());
    }
    columns.bindTo(handle.createUpdate(Sql.named("attempt/keep_errors"))).execute();
  }
}
