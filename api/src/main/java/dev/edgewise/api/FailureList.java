package dev.edgewise.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of groups of failures, the largest first.
 *
 * @param nextCursor the {@code cursor} of the next page; null on the last one
 * @param complete false when there are so many failures that the oldest are not counted
 */
public record FailureList(
    List<FailureGroup> items, @Nullable String nextCursor, boolean complete) {}
