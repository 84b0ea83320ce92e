package dev.edgewise.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A workspace and its quotas, which are null where there is no limit.
 *
 * @param queued its tasks that have not started and not ended
 * @param running its tasks that executors hold
 */
public record WorkspaceView(
    String tenant,
    String workspace,
    @Nullable Long maxQueued,
    @Nullable Integer maxRunning,
    @Nullable Integer submissionsPerMinute,
    long queued,
    long running,
    Instant createdAt,
    Instant updatedAt) {}
