package dev.edgewise.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the log of a task.
 *
 * @param nextCursor the {@code cursor} of the next page; null on the last one
 */
public record LogList(List<LogEntry> items, @Nullable String nextCursor) {}
