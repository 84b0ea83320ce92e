/**
 * The decision function of all commands. Every transition passes through it, except claims,
 * accepted on_start calls and the stop of a whole batch, which are single statements.
 *
 * <p>{@link dev.edgewise.core.decision.Decider} takes commands and a {@link
 * dev.edgewise.core.decision.BatchView} of their batches. It returns a {@link
 * dev.edgewise.core.decision.Decision}: an answer for each command, the changed nodes, and the
 * journal of all effects. It reads no clock and generates no random numbers.
 */
@NullMarked
package dev.edgewise.core.decision;

import org.jspecify.annotations.NullMarked;
