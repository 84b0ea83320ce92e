/**
 * What becomes of commands: the one function that every transition passes except claims, answered
 * calls and the stop of a whole batch, which are single statements.
 *
 * <p>{@link dev.edgewise.core.decision.Decider} takes commands and a {@link
 * dev.edgewise.core.decision.BatchView} of the batches that they are about, and returns a {@link
 * dev.edgewise.core.decision.Decision}: an answer for each command, the nodes as they stand now,
 * and the journal of everything that follows. It reads no clock and draws no random number of its
 * own.
 */
@NullMarked
package dev.edgewise.core.decision;

import org.jspecify.annotations.NullMarked;
