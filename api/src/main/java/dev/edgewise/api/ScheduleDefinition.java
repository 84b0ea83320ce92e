package dev.edgewise.api;

import org.jspecify.annotations.Nullable;

/**
 * When a workflow is started by itself. Durations are seconds or ISO 8601 ({@code PT5M}).
 *
 * @param workflow its newest version is started
 * @param inputs an object
 * @param cron five fields, or six with the seconds first; either this or an interval
 * @param interval a duration
 * @param zone an IANA zone in which the cron expression is read; UTC when null
 * @param jitter a duration; each run is started up to so much later
 * @param overlap skip when null
 * @param catchUp a duration; a tick that no server could start for longer is left out; an hour when
 *     null
 */
public record ScheduleDefinition(
    String workflow,
    @Nullable Json inputs,
    @Nullable String cron,
    @Nullable Json interval,
    @Nullable String zone,
    @Nullable Json jitter,
    @Nullable ScheduleOverlap overlap,
    @Nullable Json catchUp) {}
