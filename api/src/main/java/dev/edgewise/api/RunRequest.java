package dev.edgewise.api;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The request to start a workflow.
 *
 * @param inputs an object; missing inputs get the workflow's defaults
 * @param version the newest when null
 * @param runKey makes the start idempotent: a second request with the same key gets the first batch
 * @param labels are added to those of the workflow
 */
public record RunRequest(
    @Nullable Json inputs,
    @Nullable Integer version,
    @Nullable String runKey,
    @Nullable Map<String, String> labels) {}
