package dev.edgewise.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A worker reports the ends of attempts and asks for the next tasks.
 *
 * @param completions the ends; none when null
 * @param worker a name for logs and explanations
 * @param max most tasks to hand out; 1 when null
 * @param waitSecs how long to wait for the first one; 0 when null
 * @param leaseSecs how long the tasks are held without a heartbeat; each task's timeout when null
 */
public record NextRequest(
    @Nullable List<Completion> completions,
    String worker,
    List<String> kinds,
    @Nullable Integer max,
    @Nullable Integer waitSecs,
    @Nullable Integer leaseSecs) {}
