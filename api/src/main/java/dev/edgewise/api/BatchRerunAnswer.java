package dev.edgewise.api;

import java.util.UUID;

/** The batch runs again what had ended without success. */
public record BatchRerunAnswer(UUID batchId) {}
