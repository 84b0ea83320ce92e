package dev.edgewise.api;

import java.util.UUID;

/** The answer to one heartbeat; {@code shouldCancel} tells the worker to stop. */
public record HeartbeatAnswer(UUID taskId, CompletionResult result, boolean shouldCancel) {}
