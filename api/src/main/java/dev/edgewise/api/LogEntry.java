package dev.edgewise.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A line in the log of a task.
 *
 * @param id grows in the order of the log
 * @param attempt counts from 0
 * @param line counts from 0 in the attempt
 * @param at by the executor's clock if it sent a time
 * @param fields a JSON object of further values; null when there are none
 */
public record LogEntry(
    long id,
    int attempt,
    int line,
    Instant at,
    String level,
    String message,
    @Nullable Json fields) {}
