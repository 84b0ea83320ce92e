package dev.edgewise.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A CloudEvent 1.0 about a task. Extension attributes are accepted and ignored.
 *
 * @param specversion 1.0
 * @param id a ULID or a UUID of version 7; an event whose id was applied before changes nothing
 * @param type {@code edgewise.task.started}, {@code .heartbeat} or {@code .finished}; others are
 *     ignored
 * @param subject the task's id
 * @param time when it happened, by the sender's clock; only used to order the events of one request
 * @param data an {@link EventData}
 */
public record Event(
    String specversion,
    String id,
    @Nullable String source,
    String type,
    @Nullable String subject,
    @Nullable Instant time,
    @Nullable Json data)
    implements Extensible {}
