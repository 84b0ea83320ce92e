package dev.edgewise.api;

import org.jspecify.annotations.Nullable;

/** Amounts to add to a task's counters; at least one is required. */
public record CounterUpdate(@Nullable Long newSuccess, @Nullable Long newFailures) {}
