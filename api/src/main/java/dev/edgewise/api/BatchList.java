package dev.edgewise.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of batches.
 *
 * @param nextCursor the {@code cursor} of the next page; null on the last one
 */
public record BatchList(List<BatchSummary> items, @Nullable String nextCursor) {}
