package dev.edgewise.api;

import org.jspecify.annotations.Nullable;

/**
 * A signal to a batch.
 *
 * @param data the result of the tasks that it ends
 * @param id a signal with the same ID and name has an effect once; each counts when null
 */
public record SignalData(@Nullable Json data, @Nullable String id) {}
