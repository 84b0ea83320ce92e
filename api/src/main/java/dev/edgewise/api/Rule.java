package dev.edgewise.api;

import org.jspecify.annotations.Nullable;

/**
 * A limit that is checked when a task is claimed.
 *
 * @param maxConcurrency given with type Concurrency, else null
 * @param maxCapacity given with type Capacity, else null
 * @param maxStarts given with type Rate, else null
 * @param per an ISO 8601 duration, given with type Rate, else null
 */
public record Rule(
    RuleType type,
    Matcher matcher,
    @Nullable Integer maxConcurrency,
    @Nullable Long maxCapacity,
    @Nullable Integer maxStarts,
    @Nullable String per) {}
