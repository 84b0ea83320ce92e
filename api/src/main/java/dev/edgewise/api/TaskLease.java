package dev.edgewise.api;

import java.time.Instant;

/**
 * The holder of a claimed or running task.
 *
 * @param worker whether the holder is a worker; false for a server that made the on_start call
 * @param until when the attempt fails without further activity
 */
public record TaskLease(String holder, boolean worker, Instant until) {}
