package dev.edgewise.api;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A worker's report that it is still working on a task.
 *
 * @param progress from 0 to 1; null leaves it as it is
 * @param message at most 500 characters; null leaves it as it is
 */
public record Heartbeat(
    UUID taskId, String deliveryToken, @Nullable Double progress, @Nullable String message) {}
