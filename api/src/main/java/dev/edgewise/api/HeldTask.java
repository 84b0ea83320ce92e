package dev.edgewise.api;

import java.util.UUID;

/**
 * A task that somebody holds.
 *
 * @param holder the worker, or the server that called for it
 */
public record HeldTask(UUID taskId, String name, String holder) {}
