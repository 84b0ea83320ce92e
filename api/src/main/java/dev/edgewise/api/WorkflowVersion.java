package dev.edgewise.api;

import java.time.Instant;

/**
 * An immutable version of a workflow.
 *
 * @param version counts from 1
 */
public record WorkflowVersion(String name, int version, Instant createdAt) {}
