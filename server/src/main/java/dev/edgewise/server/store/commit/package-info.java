/**
 * Group commit: the one door through which every transition passes.
 *
 * <p>Callers hand over commands and wait for an answer. A lane takes whatever has queued while its
 * last transaction ran, locks the batches concerned in one order, loads the part of the graph that
 * the commands can touch, decides in memory and writes the outcome with one statement. There is no
 * timer, so a command that comes alone waits for nobody. Serialisation failures and rows that moved
 * meanwhile (a claim, an answered call) start the group again; a command that cannot be applied at
 * all is found by halving the group, and only its caller gets the error.
 */
@NullMarked
package dev.edgewise.server.store.commit;

import org.jspecify.annotations.NullMarked;
