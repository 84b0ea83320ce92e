/**
 * The batches that a transaction decides about, read under their locks or taken from memory.
 *
 * <p>A server remembers the tasks of the batches that it changed last. What it remembers carries
 * the version of the batch, and a decision made from memory is written only if the batch still has
 * that version.
 */
@NullMarked
package dev.edgewise.server.commit.view;

import org.jspecify.annotations.NullMarked;
