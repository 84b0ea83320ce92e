package dev.edgewise.api;

/** The number of tasks in each status. */
public record StatusCounts(
    long waiting,
    long pending,
    long claimed,
    long running,
    long success,
    long failure,
    long canceled,
    long skipped,
    long paused,
    long retryPending) {}
