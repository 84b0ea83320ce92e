package dev.edgewise.api;

import org.jspecify.annotations.Nullable;

/**
 * An action on many tasks.
 *
 * @param filter the tasks; without members it means all of them
 * @param dryRun true only counts; false when null
 */
public record BulkRequest(BulkAction action, BulkFilter filter, @Nullable Boolean dryRun) {}
