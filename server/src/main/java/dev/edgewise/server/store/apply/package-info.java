/**
 * Writes what a transaction decided: states, facts, ledger entries, places in the queue, leases.
 */
@NullMarked
package dev.edgewise.server.store.apply;

import org.jspecify.annotations.NullMarked;
