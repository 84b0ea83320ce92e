package dev.edgewise.api;

import java.time.Instant;

/**
 * A version of a workflow with its definition.
 *
 * @param definition the {@link WorkflowDefinition} as it was submitted
 */
public record WorkflowView(String name, int version, Instant createdAt, Json definition) {}
