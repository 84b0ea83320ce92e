package dev.edgewise.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A line that an executor logs.
 *
 * @param at by the executor's clock; the time of its arrival when null
 * @param level such as info, warn or error; info when null
 * @param fields a JSON object of further values
 */
public record LogLine(
    @Nullable Instant at, @Nullable String level, String message, @Nullable Json fields) {}
