package dev.edgewise.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of schedules.
 *
 * @param nextCursor the {@code cursor} of the next page; null on the last one
 */
public record ScheduleList(List<ScheduleView> items, @Nullable String nextCursor) {}
