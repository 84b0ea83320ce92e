package dev.edgewise.api;

import java.util.UUID;

/**
 * A run of a workflow.
 *
 * @param started false when its key had started it before
 */
public record RunAnswer(UUID batchId, String workflow, int version, boolean started) {}
