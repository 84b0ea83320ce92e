package dev.edgewise.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A graph of tasks submitted together; a bare array of tasks is accepted too.
 *
 * @param inputs an object that expressions see as {@code inputs}
 */
public record BatchSubmission(
    List<TaskSubmission> tasks,
    @Nullable String name,
    @Nullable Json inputs,
    @Nullable Json metadata) {}
