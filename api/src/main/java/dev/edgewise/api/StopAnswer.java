package dev.edgewise.api;

import java.util.UUID;

/** The answer to a stop: the number of canceled tasks by their former status. */
public record StopAnswer(
    UUID batchId,
    long canceledWaiting,
    long canceledPending,
    long canceledClaimed,
    long canceledRunning,
    long canceledPaused,
    long canceledRetryPending,
    long alreadyTerminal) {}
