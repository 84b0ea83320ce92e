package dev.edgewise.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of tasks.
 *
 * @param nextCursor the {@code cursor} of the next page; null on the last one
 */
public record TaskList(List<BasicTask> items, @Nullable String nextCursor) {}
