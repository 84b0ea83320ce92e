package dev.edgewise.api;

import java.time.Instant;

/**
 * A version of a workflow with what it is.
 *
 * @param definition a {@link WorkflowDefinition} as it was given
 */
public record WorkflowView(String name, int version, Instant createdAt, Json definition) {}
