package dev.edgewise.api;

import java.util.UUID;

/** What a completion or update led to; {@code applied} is false when it repeated what was done. */
public record PatchAnswer(UUID id, TaskStatus status, int attempt, boolean applied) {}
