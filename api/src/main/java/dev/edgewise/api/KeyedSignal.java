package dev.edgewise.api;

import org.jspecify.annotations.Nullable;

/**
 * A signal to a workspace.
 *
 * @param key what a waiting task must name besides the signal
 * @param data the result of the tasks that it ends
 * @param id a signal with the same ID, name and key has an effect once; each counts when null
 */
public record KeyedSignal(String key, @Nullable Json data, @Nullable String id) {}
