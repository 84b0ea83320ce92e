package dev.edgewise.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the attempts of a task.
 *
 * @param nextCursor the {@code cursor} of the next page; null on the last one
 */
public record AttemptList(List<Attempt> items, @Nullable String nextCursor) {}
