package dev.edgewise.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task as submitted; null leaves a member out.
 *
 * @param id the name by which other tasks of the request refer to it
 * @param timeout seconds without activity after which a running attempt has failed; 60 when null
 * @param priority higher runs first; 0 when null
 * @param onStart without it a worker takes the task
 * @param startAfter RFC 3339 moment or ISO 8601 duration
 * @param let expression whose value is the task's result
 * @param when guard: the task is skipped when it is false
 * @param output expression whose value is the batch's result
 * @param input template of what the executor is given
 * @param spread expression of the list whose items each become a task
 * @param spreadParallel how many items may run at once; no bound when null
 */
public record TaskSubmission(
    String id,
    String name,
    String kind,
    @Nullable Integer timeout,
    @Nullable Json metadata,
    @Nullable Integer priority,
    @Nullable List<Dependency> dependencies,
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
    @Nullable Integer spreadParallel) {}
