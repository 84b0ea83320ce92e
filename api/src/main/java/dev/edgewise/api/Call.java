package dev.edgewise.api;

import org.jspecify.annotations.Nullable;

/**
 * The workflow that a task calls.
 *
 * @param workflow a name, or a template of one
 * @param version the latest version when null
 * @param inputs a template of the inputs of the run
 */
public record Call(String workflow, @Nullable Integer version, @Nullable Json inputs) {}
