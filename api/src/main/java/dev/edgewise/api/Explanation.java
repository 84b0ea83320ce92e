package dev.edgewise.api;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Why a task is, or is not, running.
 *
 * @param reasons sentences for people, the most telling first
 * @param unmet edges that are open or unsatisfied, the first hundred
 * @param unmetCount how many of them there are
 * @param pausedFrom what resume restores; null unless it is paused
 * @param nextRetryAt null unless it waits for its next attempt
 * @param startsAt null unless its start was put off
 * @param host that its on_start calls; null for a worker's task
 * @param queue null unless it is ready
 * @param lease null unless somebody holds it
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
    @Nullable TaskLease lease) {}
