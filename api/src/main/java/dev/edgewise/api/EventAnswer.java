package dev.edgewise.api;

import org.jspecify.annotations.Nullable;

/**
 * The answer to one event.
 *
 * @param id the event's, as it was given; null when it was not
 * @param error null unless the event is invalid
 */
public record EventAnswer(@Nullable String id, EventResult result, @Nullable String error) {}
