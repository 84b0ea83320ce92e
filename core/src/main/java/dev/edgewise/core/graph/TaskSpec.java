package dev.edgewise.core.graph;

import dev.edgewise.core.retry.RetryPolicy;
import dev.edgewise.core.state.Join;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A submitted task, validated and with defaults. JSON values are texts.
 *
 * @param localId the ID by which other tasks of the request name it
 * @param timeoutSecs seconds without activity after which a running attempt fails
 * @param metadata any JSON, null when none was given
 * @param priority higher runs first
 * @param fairness decides among tasks of the same priority
 * @param dependencies the incoming edges, at most one from each parent
 * @param join how many of them must be satisfied
 * @param retry null if failures are not retried
 * @param rules the JSON array of rules, null when there is none
 * @param expectedCount the announced amount of work, null when unknown
 * @param startAfter null if it may start at once
 * @param deadlineMillis the time from its readiness in which it has to end; 0 for no limit
 * @param reads the indexes of the tasks whose results the expressions read
 */
public record TaskSpec(
    String localId,
    String name,
    String kind,
    int timeoutSecs,
    @Nullable String metadata,
    int priority,
    Fairness fairness,
    List<Dependency> dependencies,
    Join join,
    Actions actions,
    @Nullable RetryPolicy retry,
    @Nullable String rules,
    List<DedupeMatcher> dedupe,
    @Nullable Long expectedCount,
    boolean deadEndBarrier,
    @Nullable StartAfter startAfter,
    long deadlineMillis,
    DataFlow flow,
    List<Integer> reads) {

  public TaskSpec {
    dependencies = List.copyOf(dependencies);
    dedupe = List.copyOf(dedupe);
    reads = List.copyOf(reads);
  }
}
