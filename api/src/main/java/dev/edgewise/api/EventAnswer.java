package dev.edgewise.api;

import org.jspecify.annotations.Nullable;

/**
 * The answer to one event.
 *
 * @param id the id of the event as the client sent it; null when it sent none
 * @param error null unless the event is invalid
 */
public record EventAnswer(@Nullable String id, EventResult result, @Nullable String error) {}
