package dev.edgewise.api;

/** How many tasks of a batch are in each status. */
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
