package dev.edgewise.api;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which tasks are meant: those that match all given members, which mean the same as the parameters
 * of the list of tasks.
 *
 * @param name a part of the name
 * @param metadata JSON that the metadata contains
 * @param failureReason a part of the failure reason
 * @param worker the worker that holds the task or held it
 * @param workflow the workflow of the run
 * @param label a label {@code key:value} of the batch, or a list of labels
 */
public record BulkFilter(
    @Nullable TaskStatus status,
    @Nullable String kind,
    @Nullable String name,
    @Nullable Integer timeout,
    @Nullable UUID batchId,
    @Nullable Json metadata,
    @Nullable String failureReason,
    @Nullable String worker,
    @Nullable String workflow,
    @Nullable Json label,
    @Nullable Instant createdAfter,
    @Nullable Instant createdBefore,
    @Nullable Instant endedAfter,
    @Nullable Instant endedBefore) {}
