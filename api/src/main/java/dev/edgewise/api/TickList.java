package dev.edgewise.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of ticks, the latest first.
 *
 * @param nextCursor the {@code cursor} of the next page; null on the last one
 */
public record TickList(List<TickView> items, @Nullable String nextCursor) {}
