package dev.edgewise.api;

import java.util.UUID;

/**
 * The answer to a completion or update; {@code applied} is false when it repeated an earlier one.
 */
public record PatchAnswer(UUID id, TaskStatus status, int attempt, boolean applied) {}
