package dev.edgewise.api;

import java.util.UUID;

/** A worker is still at it. */
public record Heartbeat(UUID taskId, String deliveryToken) {}
