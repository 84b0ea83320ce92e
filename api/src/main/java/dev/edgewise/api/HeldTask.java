package dev.edgewise.api;

import java.util.UUID;

/**
 * A task that is claimed or running.
 *
 * @param holder the worker, or the server that made the on_start call
 */
public record HeldTask(UUID taskId, String name, String holder) {}
