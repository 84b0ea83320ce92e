package dev.edgewise.api;

import java.util.UUID;

/** A worker's report that it is still working on a task. */
public record Heartbeat(UUID taskId, String deliveryToken) {}
