package dev.edgewise.api;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A batch with its totals.
 *
 * @param name null when none was given
 * @param totalExpected null when a task has no expected count
 * @param result null until an output task has succeeded
 * @param completedAt null until every task has ended
 * @param inputs null when none were given
 * @param workflow null unless the batch is the run of a workflow
 * @param schedule the schedule that started the batch; null when none did
 * @param deadline the ISO 8601 duration from its submission in which it has to end; null for none
 * @param parentTaskId the task that called the batch; null when none did
 * @param paused whether the whole batch is paused
 */
public record BatchView(
    UUID batchId,
    @Nullable String name,
    @Nullable Json metadata,
    Map<String, String> labels,
    BatchState state,
    long totalTasks,
    long totalSuccess,
    long totalFailures,
    @Nullable Long totalExpected,
    StatusCounts statusCounts,
    @Nullable Json result,
    Instant createdAt,
    @Nullable Instant completedAt,
    @Nullable Json inputs,
    @Nullable BatchWorkflow workflow,
    @Nullable String schedule,
    OnTaskFailure onTaskFailure,
    @Nullable String deadline,
    @Nullable UUID parentTaskId,
    boolean paused) {}
