/**
 * Claims: ready tasks go to exactly one taker, with a lease and a fresh delivery token.
 *
 * <p>A claimer names the lanes it serves and how much room it has in each. Candidates are locked
 * row by row, so claimers never wait for each other; rules are decided in memory under a lock per
 * kind that lasts until the claim has committed, which makes the check and the claim one step
 * across all servers. A task that a rule holds back is parked on the set that blocks it and comes
 * back when a task of that kind ends. It keeps its turn: a claim that finds a place free looks at
 * the parked tasks too, and at those that another transaction has locked.
 */
@NullMarked
package dev.edgewise.server.store.claim;

import org.jspecify.annotations.NullMarked;
