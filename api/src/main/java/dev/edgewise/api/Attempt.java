package dev.edgewise.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One execution of a task.
 *
 * @param attempt counts from 0
 * @param worker the worker that held it; null when none did
 * @param startedAt null when it failed before it started
 * @param endedAt null while it runs, like the outcome
 * @param failureReason null unless it failed or was canceled
 * @param error null unless the executor sent one
 */
public record Attempt(
    int attempt,
    @Nullable String worker,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    @Nullable AttemptOutcome outcome,
    @Nullable String failureReason,
    @Nullable TaskError error) {}
