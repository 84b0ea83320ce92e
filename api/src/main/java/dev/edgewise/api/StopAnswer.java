package dev.edgewise.api;

import java.util.UUID;

/** What stopping a batch canceled, by former status. */
public record StopAnswer(
    UUID batchId,
    long canceledWaiting,
    long canceledPending,
    long canceledClaimed,
    long canceledRunning,
    long canceledPaused,
    long canceledRetryPending,
    long alreadyTerminal) {}
