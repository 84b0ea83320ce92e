package dev.edgewise.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How often and how patiently a failed task is tried again.
 *
 * @param maxRetries further attempts after the first run
 * @param initialDelaySecs 5 when null
 * @param backoffMultiplier 2.0 when null
 * @param maxDelaySecs 300 when null
 * @param retryOn all failures when null
 * @param jitter the share of the delay that chance may take off; 0 when null
 */
public record Retry(
    int maxRetries,
    @Nullable Integer initialDelaySecs,
    @Nullable Double backoffMultiplier,
    @Nullable Integer maxDelaySecs,
    @Nullable List<RetryCause> retryOn,
    @Nullable Double jitter) {}
