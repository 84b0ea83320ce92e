package dev.edgewise.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of workflows or of the versions of one.
 *
 * @param nextCursor the {@code cursor} of the next page; null on the last one
 */
public record WorkflowList(List<WorkflowVersion> items, @Nullable String nextCursor) {}
