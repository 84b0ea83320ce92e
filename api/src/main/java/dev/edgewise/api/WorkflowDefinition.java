package dev.edgewise.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A graph of tasks that is started by its name.
 *
 * @param inputs an object with what a run is given, by name: {@code {}} for what it must be given,
 *     {@code {"default": value}} for what it may be
 * @param output an expression whose value is the result of a run
 */
public record WorkflowDefinition(
    @Nullable Json inputs, List<TaskSubmission> tasks, @Nullable String output) {}
