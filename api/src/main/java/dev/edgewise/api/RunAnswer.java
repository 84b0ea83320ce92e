package dev.edgewise.api;

import java.util.UUID;

/**
 * The answer to the start of a workflow.
 *
 * @param started false when an earlier request with the same run key started the batch
 */
public record RunAnswer(UUID batchId, String workflow, int version, boolean started) {}
