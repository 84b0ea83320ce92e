package dev.edgewise.api;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A graph of tasks submitted together; a bare array of tasks is accepted too.
 *
 * @param inputs an object that expressions see as {@code inputs}
 * @param labels at most 20, by which batches and their tasks are found; none when null
 * @param onTaskFailure the batch continues when null
 * @param deadline an ISO 8601 duration from its submission in which it has to end; no limit when
 *     null
 * @param fairnessKey of all tasks that have none themselves
 * @param fairnessWeight of all tasks that have none themselves, from 1 to 100
 */
public record BatchSubmission(
    List<TaskSubmission> tasks,
    @Nullable String name,
    @Nullable Json inputs,
    @Nullable Json metadata,
    @Nullable Map<String, String> labels,
    @Nullable OnTaskFailure onTaskFailure,
    @Nullable String deadline,
    @Nullable String fairnessKey,
    @Nullable Integer fairnessWeight) {}
