package dev.edgewise.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A change that a person or key made.
 *
 * @param id grows with time
 * @param actor such as {@code key:3fk2 (deploy)}, {@code jwt:alice} or {@code schedule:nightly}
 * @param action such as {@code batch.submit}
 * @param target what was changed: an id or a name
 */
public record AuditEntry(
    long id, Instant at, String actor, String action, @Nullable String target) {}
