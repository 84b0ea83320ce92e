package dev.edgewise.core.readiness;

import org.jspecify.annotations.Nullable;

/**
 * The run that a task calls, with all expressions evaluated.
 *
 * @param version null for the latest version of the workflow
 * @param inputs a JSON object; null without inputs
 */
public record CallTerms(String workflow, @Nullable Integer version, @Nullable String inputs) {}
