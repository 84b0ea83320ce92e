package dev.edgewise.api;

import org.jspecify.annotations.Nullable;

/**
 * The answer to one event.
 *
 * @param error null unless the event is invalid
 */
public record EventAnswer(@Nullable String id, EventResult result, @Nullable String error) {}
