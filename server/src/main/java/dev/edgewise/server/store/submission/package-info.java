/**
 * Submission: a checked graph becomes a batch, all of it or nothing, in one transaction.
 *
 * <p>Duplicates are recognised under a lock per kind and replaced by the task they match; edges
 * from other batches are tied in under those batches' locks; rows are inserted in bounded chunks;
 * and what can be decided at once (inline roots, edges from tasks that have already ended) goes
 * through the same cascade as everything later.
 */
@NullMarked
package dev.edgewise.server.store.submission;

import org.jspecify.annotations.NullMarked;
