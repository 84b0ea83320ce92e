package dev.edgewise.server.store.audit;

import dev.edgewise.core.state.Workspace;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which entries of a workspace a list shows; null lets all pass.
 *
 * @param before only entries with a smaller ID
 */
public record AuditFilter(
    Workspace workspace,
    @Nullable String actor,
    @Nullable String action,
    @Nullable String target,
    @Nullable Instant since,
    @Nullable Instant until,
    @Nullable Long before) {}
