package dev.edgewise.api;

import org.jspecify.annotations.Nullable;

/**
 * Starts a workflow.
 *
 * @param inputs an object; what it does not name has the workflow's default
 * @param version the newest when null
 * @param runKey starts once: whoever comes with the same key gets the batch that was started then
 */
public record RunRequest(
    @Nullable Json inputs, @Nullable Integer version, @Nullable String runKey) {}
