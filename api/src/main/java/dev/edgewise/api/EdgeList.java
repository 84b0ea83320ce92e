package dev.edgewise.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of edges.
 *
 * @param nextCursor the {@code cursor} of the next page; null on the last one
 */
public record EdgeList(List<EdgeView> items, @Nullable String nextCursor) {}
