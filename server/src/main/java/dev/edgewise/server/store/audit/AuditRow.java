package dev.edgewise.server.store.audit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A stored entry.
 *
 * @param target null when the whole workspace was changed
 */
public record AuditRow(long id, Instant at, String actor, String action, @Nullable String target) {}
