package dev.edgewise.api;

import org.jspecify.annotations.Nullable;

/** Amounts added to a task's counters; at least one is given. */
public record CounterUpdate(@Nullable Long newSuccess, @Nullable Long newFailures) {}
