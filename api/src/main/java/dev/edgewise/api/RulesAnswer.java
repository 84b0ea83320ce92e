package dev.edgewise.api;

import java.util.UUID;

/** The answer to a change of rules, with the number of tasks that got the new rules. */
public record RulesAnswer(UUID batchId, long updatedCount) {}
