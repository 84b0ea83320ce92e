package dev.edgewise.api;

import org.jspecify.annotations.Nullable;

/**
 * The part of an event that is about the task.
 *
 * @param attempt counts from 0
 * @param outcome given when the task has finished
 */
public record EventData(
    @Nullable Integer attempt,
    @Nullable Outcome outcome,
    @Nullable Json result,
    @Nullable String error) {}
