package dev.edgewise.api;

import java.time.Instant;
import java.util.UUID;

/**
 * Final failures of one kind with the same reason.
 *
 * @param lastAt when the last of them ended
 * @param sampleTaskId the task that failed last
 */
public record FailureGroup(
    String kind, String reason, long count, Instant lastAt, UUID sampleTaskId) {}
