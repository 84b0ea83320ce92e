package dev.edgewise.api;

/** Tasks of one kind that are drawn as one node. */
public record TaskGroup(String kind, long tasks, StatusCounts statusCounts) {}
