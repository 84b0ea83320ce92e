package dev.edgewise.api;

import org.jspecify.annotations.Nullable;

/**
 * The quotas of a workspace; null means no limit.
 *
 * @param maxQueued the most tasks that have not started and not ended; beyond it submissions get
 *     429
 * @param maxRunning the most tasks that executors hold at once; beyond it tasks wait
 * @param submissionsPerMinute the most submissions per minute; beyond it they get 429
 */
public record WorkspaceQuotas(
    @Nullable Long maxQueued,
    @Nullable Integer maxRunning,
    @Nullable Integer submissionsPerMinute) {}
