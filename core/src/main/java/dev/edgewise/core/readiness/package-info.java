/**
 * Readiness: the effects of a completion on the graph, computed in memory.
 *
 * <p>A transaction loads the part of the graph that a group of commands can affect ({@link
 * dev.edgewise.core.readiness.Nodes}) and applies each command in turn ({@link
 * dev.edgewise.core.decision.Transitions}). {@link dev.edgewise.core.readiness.Cascade} propagates
 * every end through its edges, and {@link dev.edgewise.core.readiness.Journal} collects the
 * changes. Nothing here reads a clock or a database. The store applies the journal and the changed
 * nodes in one statement, or not at all.
 *
 * <p>Ends propagate in waves. A wave resolves all outgoing edges of the tasks that ended in the
 * previous one, and each edge gets a fact. A child whose last edge was satisfied becomes ready. A
 * child with an edge that can no longer be satisfied is skipped and joins the next wave. So do
 * inline nodes, which are decided at once, and ancestors whose children have all ended.
 */
@NullMarked
package dev.edgewise.core.readiness;

import org.jspecify.annotations.NullMarked;
