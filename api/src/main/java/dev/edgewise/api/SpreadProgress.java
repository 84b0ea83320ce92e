package dev.edgewise.api;

import java.util.UUID;

/** How many items a spread made, and how they stand. */
public record SpreadProgress(UUID taskId, long items, StatusCounts statusCounts) {}
