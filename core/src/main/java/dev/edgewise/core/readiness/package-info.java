/**
 * Readiness: what a completion does to the graph around it, decided in memory.
 *
 * <p>A transaction loads the part of the graph that a group of commands can touch ({@link
 * dev.edgewise.core.readiness.Nodes}), applies each command to it in turn ({@link
 * dev.edgewise.core.decision.Transitions}), lets every end spread through its edges ({@link
 * dev.edgewise.core.readiness.Cascade}) and writes down what happened ({@link
 * dev.edgewise.core.readiness.Journal}). Nothing here reads a clock or a database; the store
 * applies the journal and the changed nodes in one statement, or nothing at all.
 *
 * <p>Ends travel in waves. A wave resolves all out-edges of the tasks that ended in the one before:
 * each edge gets its fact, a child whose last edge was satisfied becomes ready, a child with an
 * edge that can no longer be satisfied is skipped and joins the next wave, as do inline nodes,
 * whose outcome is computed on the spot, and ancestors whose children have all ended.
 */
@NullMarked
package dev.edgewise.core.readiness;

import org.jspecify.annotations.NullMarked;
