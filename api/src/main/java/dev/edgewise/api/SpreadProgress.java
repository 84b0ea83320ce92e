package dev.edgewise.api;

import java.util.UUID;

/** The number of items of a spread and their statuses. */
public record SpreadProgress(UUID taskId, long items, StatusCounts statusCounts) {}
