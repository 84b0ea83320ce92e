package dev.edgewise.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A CloudEvent 1.0 about a task.
 *
 * @param id ULID or UUIDv7
 * @param type {@code edgewise.task.started}, {@code .heartbeat} or {@code .finished}; others are
 *     ignored
 * @param subject the task's id
 * @param time orders facts, decides nothing
 */
public record Event(
    String specversion,
    String id,
    @Nullable String source,
    String type,
    @Nullable String subject,
    @Nullable Instant time,
    @Nullable EventData data) {}
