package dev.edgewise.api;

import java.time.Instant;

/**
 * A version of a workflow; it never changes.
 *
 * @param version counts from 1
 */
public record WorkflowVersion(String name, int version, Instant createdAt) {}
