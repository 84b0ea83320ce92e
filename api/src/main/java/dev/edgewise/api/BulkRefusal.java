package dev.edgewise.api;

/** Why tasks were not changed, and how many. */
public record BulkRefusal(String reason, long count) {}
