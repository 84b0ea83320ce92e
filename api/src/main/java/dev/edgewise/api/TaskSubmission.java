package dev.edgewise.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task in a submission; a null member is left out.
 *
 * @param id the local id by which other tasks of the request refer to it
 * @param timeout seconds without activity after which a running attempt fails; 60 when null
 * @param priority higher runs first; 0 when null
 * @param join how many of the dependencies must be satisfied; all when null
 * @param onStart null when a worker executes the task
 * @param startAfter an RFC 3339 time or an ISO 8601 duration
 * @param let an expression whose value is the task's result
 * @param when an expression; the task is skipped when it is false
 * @param output an expression whose value is the batch's result
 * @param input a template of the input of the worker
 * @param spread an expression that evaluates to a list; each item becomes a task
 * @param spreadParallel how many items may run at once; no limit when null
 * @param spreadMinSuccess how many items must succeed; all, or none with collect, when null
 * @param returns an expression whose value is the batch's result; the batch is over with it
 * @param waitFor what the task waits for; nobody executes it
 * @param call the workflow that the task runs; nobody executes it
 * @param deadline an ISO 8601 duration from its readiness in which it has to end; no limit when
 *     null
 * @param fairnessKey tasks of different keys take turns; that of the batch when null
 * @param fairnessWeight how many turns the key gets, from 1 to 100; that of the batch, or 1, when
 *     null
 */
public record TaskSubmission(
    String id,
    String name,
    String kind,
    @Nullable Integer timeout,
    @Nullable Json metadata,
    @Nullable Integer priority,
    @Nullable List<Dependency> dependencies,
    @Nullable Join join,
    @Nullable Action onStart,
    @Nullable List<Action> onSuccess,
    @Nullable List<Action> onFailure,
    @Nullable List<Action> onCancel,
    @Nullable Retry retry,
    @Nullable List<Rule> rules,
    @Nullable List<Matcher> dedupeStrategy,
    @Nullable Long expectedCount,
    @Nullable Boolean deadEndBarrier,
    @Nullable String startAfter,
    @Nullable String let,
    @Nullable String when,
    @Nullable String output,
    @Nullable Json input,
    @Nullable String spread,
    @Nullable SpreadErrors spreadErrors,
    @Nullable Integer spreadParallel,
    @Nullable SpreadMinSuccess spreadMinSuccess,
    @JsonName("return") @Nullable String returns,
    @JsonName("wait") @Nullable Wait waitFor,
    @Nullable Call call,
    @Nullable String deadline,
    @Nullable String fairnessKey,
    @Nullable Integer fairnessWeight) {}
