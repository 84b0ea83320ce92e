package dev.edgewise.api;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The task because of which another one was skipped.
 *
 * @param failureReason null when it ended without one
 */
public record RootCause(
    UUID taskId, String name, TaskStatus status, @Nullable String failureReason) {}
