package dev.edgewise.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of keys.
 *
 * @param nextCursor the {@code cursor} of the next page; null on the last one
 */
public record KeyList(List<KeyView> items, @Nullable String nextCursor) {}
