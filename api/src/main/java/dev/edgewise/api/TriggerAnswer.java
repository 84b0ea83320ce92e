package dev.edgewise.api;

import java.time.Instant;
import java.util.UUID;

/** The run that was started now for a schedule. */
public record TriggerAnswer(UUID batchId, Instant tickAt, String workflow, int version) {}
