package dev.edgewise.server.http.read;

import dev.edgewise.api.Attempt;
import dev.edgewise.api.AttemptOutcome;
import dev.edgewise.core.readiness.EntryType;
import dev.edgewise.core.state.Reason;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.store.read.AttemptRow;
import dev.edgewise.server.store.read.LedgerRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of a task as its ledger tells them. A claim begins an attempt, and the answer of a
 * webhook receiver moves its start; an attempt that goes back to its queue has not begun. A task
 * that ends without having been started, such as one that waits, has had no attempt, unless it
 * succeeded or failed.
 */
final class AttemptHistory {
  private static final Set<String> TIMEOUTS =
      Set.of(Reason.TIMEOUT.text(), Reason.LEASE_EXPIRED.text(), Reason.WAIT_TIMEOUT.text());

  private final Map<Integer, Span> spans = new TreeMap<>();

  /** An attempt so far. */
  private record Span(
      @Nullable Instant started,
      @Nullable Instant ended,
      @Nullable AttemptOutcome outcome,
      @Nullable String reason) {}

  private AttemptHistory() {}

  /**
   * @param ledger the entries about the task, in order
   * @param rows what else is known of its attempts
   */
  static List<Attempt> of(List<LedgerRow> ledger, List<AttemptRow> rows) {
    AttemptHistory history = new AttemptHistory();
    ledger.forEach(history::add);
    List<Attempt> attempts = new ArrayList<>();
    history.spans.forEach((attempt, span) -> {
      AttemptRow row =
          rows.stream()
              .filter(each -> each.attempt() == attempt)
              .findFirst()
              .orElse(new AttemptRow(attempt, null, null));
      attempts.add(
          new Attempt(
              attempt,
              row.worker(),
              span.started(),
              span.ended(),
              span.outcome(),
              span.reason(),
              TaskViews.error(row.error())));
    });
    return attempts;
  }

  private void add(LedgerRow entry) {
    Integer attempt = entry.attempt();
    if (attempt == null) {
      return;
    }
    Instant at = entry.at();
    String detail = entry.detail();
    switch (EntryType.ofColumn(entry.type())) {
      case CLAIMED, RUNNING -> spans.put(attempt, new Span(at, null, null, null));
      case PENDING -> spans.computeIfPresent(attempt, (_, span) -> reopened(span));
      case RESUMED -> {
        if (TaskState.PENDING.columnName().equals(detail)) {
          spans.computeIfPresent(attempt, (_, span) -> reopened(span));
        }
      }
      case SUCCESS -> end(attempt, at, AttemptOutcome.SUCCESS, null);
      case FAILURE, RETRY_PENDING -> {
        boolean timeout = detail != null && TIMEOUTS.contains(detail);
        end(attempt, at, timeout ? AttemptOutcome.TIMEOUT : AttemptOutcome.FAILURE, detail);
      }
      case CANCELED -> {
        if (spans.containsKey(attempt)) {
          end(attempt, at, AttemptOutcome.CANCELED, detail);
        }
      }
      case SUBMITTED, WAITING, SKIPPED, PAUSED, RERUN, STARTED, HEARTBEAT -> {}
    }
  }

  /** An attempt that has ended stays as it is; one that has not goes back to its queue. */
  private static @Nullable Span reopened(Span span) {
    return span.ended() == null ? null : span;
  }

  private void end(int attempt, Instant at, AttemptOutcome outcome, @Nullable String reason) {
    Span span = spans.get(attempt);
    if (span == null || span.ended() == null) {
      spans.put(attempt, new Span(span == null ? null : span.started(), at, outcome, reason));
    }
  }
}
