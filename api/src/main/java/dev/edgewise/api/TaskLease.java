package dev.edgewise.api;

import java.time.Instant;

/**
 * Who holds a task.
 *
 * @param worker whether the holder is a worker, not a server that called for the task
 * @param until when the attempt has failed unless it is heard of before
 */
public record TaskLease(String holder, boolean worker, Instant until) {}
