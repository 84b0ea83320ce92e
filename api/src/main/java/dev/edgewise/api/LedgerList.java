package dev.edgewise.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the ledger.
 *
 * @param nextCursor the {@code cursor} of the next page; null on the last one
 */
public record LedgerList(List<LedgerEntry> items, @Nullable String nextCursor) {}
