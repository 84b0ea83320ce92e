package dev.edgewise.api;

import java.util.List;
import java.util.UUID;

/** Lines that a worker logs about a task it holds. */
public record TaskLines(UUID taskId, String deliveryToken, List<LogLine> lines) {}
