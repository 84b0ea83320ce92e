package dev.edgewise.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The retry policy of a task.
 *
 * @param maxRetries the number of further attempts after the first
 * @param initialDelaySecs 5 when null
 * @param backoffMultiplier 2.0 when null
 * @param maxDelaySecs 300 when null
 * @param retryOn all failures when null
 * @param jitter the fraction of the delay that may be subtracted at random; 0 when null
 */
public record Retry(
    int maxRetries,
    @Nullable Integer initialDelaySecs,
    @Nullable Double backoffMultiplier,
    @Nullable Integer maxDelaySecs,
    @Nullable List<RetryCause> retryOn,
    @Nullable Double jitter) {}
