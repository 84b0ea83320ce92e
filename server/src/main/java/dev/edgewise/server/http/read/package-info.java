/**
 * Routes that read tasks, batches, graphs, ledgers, deliveries and explanations.
 *
 * <p>Nothing here writes. Lists are bounded by their page size; the graph of a batch is written as
 * it is read; the ledger can be followed as it grows, up to a {@link
 * dev.edgewise.server.http.read.Horizon}.
 */
@NullMarked
package dev.edgewise.server.http.read;

import org.jspecify.annotations.NullMarked;
