package dev.edgewise.api;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a schedule, which starts a workflow by cron or at an interval. Durations are
 * seconds or ISO 8601 ({@code PT5M}).
 *
 * @param version of the workflow; each run uses the newest when null
 * @param inputs an object
 * @param cron five fields, or six with seconds first; exactly one of this and {@code interval} is
 *     given
 * @param interval a duration
 * @param zone the IANA time zone of the cron expression; UTC when null
 * @param jitter a duration; each run is delayed by a random time up to this
 * @param overlap skip when null
 * @param catchUp a duration; a tick that is overdue by more than this is skipped; one hour when
 *     null
 * @param labels are added to those of the workflow
 */
public record ScheduleDefinition(
    String workflow,
    @Nullable Integer version,
    @Nullable Json inputs,
    @Nullable String cron,
    @Nullable Json interval,
    @Nullable String zone,
    @Nullable Json jitter,
    @Nullable ScheduleOverlap overlap,
    @Nullable Json catchUp,
    @Nullable Map<String, String> labels) {}
