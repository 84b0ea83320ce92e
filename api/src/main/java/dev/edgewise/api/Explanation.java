package dev.edgewise.api;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Why a task is, or is not, running.
 *
 * @param reasons sentences in plain English, the most important first
 * @param unmet edges that are open or unsatisfied, the first hundred
 * @param unmetCount the number of all such edges
 * @param pausedFrom the status that resume restores; null unless the task is paused
 * @param nextRetryAt null unless the task waits for its next attempt
 * @param startsAt null unless the task starts later because of {@code start_after}
 * @param host the host that on_start calls; null for a worker's task
 * @param queue null unless the task is ready
 * @param lease null unless a worker or server holds the task
 * @param waitingFor null unless the task waits for a time, a signal or an approval
 * @param childBatchId the batch that the task has called and that it waits for; null for none
 * @param cause where a chain of skipped tasks began; null unless the task is the end of one
 */
public record Explanation(
    UUID taskId,
    TaskStatus status,
    int attempt,
    List<String> reasons,
    List<UnmetEdge> unmet,
    long unmetCount,
    @Nullable TaskStatus pausedFrom,
    @Nullable Instant nextRetryAt,
    @Nullable Instant startsAt,
    @Nullable String host,
    @Nullable QueuePlace queue,
    @Nullable TaskLease lease,
    @Nullable WaitingFor waitingFor,
    @Nullable UUID childBatchId,
    @Nullable RootCause cause) {}
