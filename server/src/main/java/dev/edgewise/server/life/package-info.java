/**
 * How the process fails and ends. A server that has lost one of its threads is worse than one that
 * is down: a dead committer leaves its callers waiting while health checks pass. Three rules
 * prevent that.
 *
 * <p>A failure while processing a group of commands, a webhook call or a request fails only that
 * work: its caller gets an error and the thread continues. This includes {@link StackOverflowError}
 * and {@link LinkageError}. An {@link OutOfMemoryError} anywhere, and any {@link Error} in a loop,
 * ends the process at once with a message and an exit code ({@link
 * dev.edgewise.server.life.ProcessEnd}).
 *
 * <p>Every committer and loop has a {@link dev.edgewise.server.life.Pulse}. The readiness check
 * asks it whether the thread is alive and whether its current piece of work has taken too long.
 *
 * <p>A stop has a time limit ({@link dev.edgewise.server.life.StopLimit}), after which the process
 * ends even if threads are still running.
 */
@NullMarked
package dev.edgewise.server.life;

import org.jspecify.annotations.NullMarked;
