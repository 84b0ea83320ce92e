package dev.edgewise.api;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A task with all its details.
 *
 * @param startedAt null before the current attempt has started
 * @param endedAt null until the task has ended
 * @param expectedCount null when it was not given
 * @param attempt counts from 0
 * @param timeout seconds without activity after which a running attempt fails
 * @param failureReason null unless the task failed, was canceled or was skipped
 * @param retry null when failures are not retried
 * @param nextRetryAt null unless the task waits for its next attempt
 * @param result null until a completion has set it
 * @param input the template of the worker's input, as it was submitted; like the expressions that
 *     follow it, null when it was not given
 * @param spreadErrors null when the task is no spread
 * @param spreadParallel null when any number of items may run at once
 * @param spreadMinSuccess null when all items must succeed, or none
 * @param waitFor what the task waits for instead of being executed, as it was submitted
 * @param call the workflow that the task runs instead of being executed, as it was submitted
 * @param deadline the ISO 8601 duration from its readiness in which it has to end; null for none
 * @param waitingFor what it waits for now; null when it does not wait
 * @param childBatchId the batch that the latest attempt has called; null when there is none
 * @param join how many of the dependencies must be satisfied
 * @param startAfter the earliest start; null when there is none
 * @param worker the worker that holds the task or held it last; null when none did
 * @param depsTotal the number of dependencies
 * @param depsSatisfied the number of dependencies that are satisfied
 * @param fairnessKey among equally urgent tasks, those of different keys take turns; null when it
 *     has none
 * @param fairnessWeight how many turns the key gets where others get one
 * @param progress how far the current attempt is, from 0 to 1; null until its executor has said so
 * @param message what the executor of the current attempt says; null until it has said something
 * @param error the error with which the last attempt ended; null unless its executor sent one
 */
public record Task(
    UUID id,
    String name,
    String kind,
    TaskStatus status,
    Instant createdAt,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    long success,
    long failures,
    @Nullable Long expectedCount,
    UUID batchId,
    boolean deadEndBarrier,
    int priority,
    int attempt,
    int timeout,
    List<Rule> rules,
    @Nullable Json metadata,
    List<TaskAction> actions,
    Instant lastUpdated,
    @Nullable String failureReason,
    @Nullable Retry retry,
    @Nullable Instant nextRetryAt,
    List<TaskDependency> dependencies,
    @Nullable Json result,
    @Nullable Json input,
    @Nullable String let,
    @Nullable String when,
    @Nullable String output,
    @Nullable String spread,
    @Nullable SpreadErrors spreadErrors,
    @Nullable Integer spreadParallel,
    @Nullable SpreadMinSuccess spreadMinSuccess,
    @JsonName("return") @Nullable String returns,
    @JsonName("wait") @Nullable Json waitFor,
    @Nullable Json call,
    @Nullable String deadline,
    @Nullable WaitingFor waitingFor,
    @Nullable UUID childBatchId,
    Join join,
    @Nullable Instant startAfter,
    @Nullable String worker,
    int depsTotal,
    int depsSatisfied,
    @Nullable String fairnessKey,
    int fairnessWeight,
    @Nullable Double progress,
    @Nullable String message,
    @Nullable TaskError error) {}
