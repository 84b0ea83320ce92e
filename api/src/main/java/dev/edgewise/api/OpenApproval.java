package dev.edgewise.api;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An approval that a task waits for.
 *
 * @param batchName null when the batch has no name
 * @param title null when none was given
 * @param text what there is to approve; null when nothing was given
 * @param dueAt when it is too late; null when it never is, and while the task is paused
 */
public record OpenApproval(
    UUID taskId,
    String taskName,
    String kind,
    UUID batchId,
    @Nullable String batchName,
    @Nullable String title,
    @Nullable String text,
    Instant since,
    @Nullable Instant dueAt,
    boolean paused) {}
