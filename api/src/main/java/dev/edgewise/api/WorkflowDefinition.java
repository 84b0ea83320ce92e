package dev.edgewise.api;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A workflow: a graph of tasks that can be started by name.
 *
 * @param inputs an object with the declared inputs by name: {@code {}} for a required input, {@code
 *     {"default": value}} for an optional one; each may have a JSON Schema, {@code "schema"}
 * @param output an expression whose value is the result of each run
 * @param fairnessKey of all tasks that have none themselves
 * @param fairnessWeight of all tasks that have none themselves, from 1 to 100
 * @param labels the labels of each run
 */
public record WorkflowDefinition(
    @Nullable Json inputs,
    List<TaskSubmission> tasks,
    @Nullable String output,
    @Nullable String fairnessKey,
    @Nullable Integer fairnessWeight,
    @Nullable Map<String, String> labels) {}
