package dev.edgewise.api;

import java.util.UUID;

/** How many tasks got the new rules. */
public record RulesAnswer(UUID batchId, long updatedCount) {}
