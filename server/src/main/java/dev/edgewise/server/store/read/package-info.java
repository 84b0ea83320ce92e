/**
 * The read side: tasks, batches, edges, the ledger, deliveries, and why a task is (not) running.
 *
 * <p>Lists go by keyset and never hold a connection while their reader is slow: what may be long is
 * read in runs. The ledger is read up to a number at which it is settled. Rows of the ledger get
 * their numbers before they are committed, and two transactions may commit in the other order; a
 * reader that has passed a number would never see a lower one that turns up later. So the reader
 * first asks for the highest number given out, then for the transactions under way that write to
 * the ledger, and reads up to that number once these have ended. This package has the statements;
 * {@code http.read.Horizon} does the waiting.
 */
@NullMarked
package dev.edgewise.server.store.read;

import org.jspecify.annotations.NullMarked;
