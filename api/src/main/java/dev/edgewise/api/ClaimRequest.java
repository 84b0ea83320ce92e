package dev.edgewise.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A worker's request for tasks.
 *
 * @param worker a name for logs and explanations
 * @param max the largest number of tasks to claim; 1 when null
 * @param waitSecs how long to wait for the first task; 0 when null
 * @param leaseSecs how long a lease lasts without a heartbeat; each task's timeout when null
 */
public record ClaimRequest(
    String worker,
    List<String> kinds,
    @Nullable Integer max,
    @Nullable Integer waitSecs,
    @Nullable Integer leaseSecs) {}
