package dev.edgewise.api;

import java.util.UUID;

/** The answer to a rerun from failure: the tasks that ended without success run again. */
public record BatchRerunAnswer(UUID batchId) {}
