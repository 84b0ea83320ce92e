package dev.edgewise.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of secrets.
 *
 * @param nextCursor the {@code cursor} of the next page; null on the last one
 */
public record SecretList(List<SecretView> items, @Nullable String nextCursor) {}
