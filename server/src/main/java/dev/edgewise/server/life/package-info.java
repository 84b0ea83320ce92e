/**
 * The life of the process. Half a server is worse than none: a committer that has died in silence
 * leaves its callers waiting, while everything else says that all is well. So there are three
 * rules.
 *
 * <p>Where a failure belongs to a piece of work that somebody waits for (a group of commands, a
 * call, a request), that piece of work fails with an answer and the thread goes on. That holds for
 * a {@link StackOverflowError} and a {@link LinkageError} too. An {@link OutOfMemoryError}
 * anywhere, and any {@link Error} that a loop meets, ends the process at once with a message and an
 * exit code ({@link dev.edgewise.server.life.ProcessEnd}).
 *
 * <p>Every committer and loop has a {@link dev.edgewise.server.life.Pulse}: readiness asks whether
 * its thread is alive and whether its current piece of work has begun recently enough.
 *
 * <p>A stop has a limit ({@link dev.edgewise.server.life.StopLimit}): after it the process ends
 * whatever its threads are doing.
 */
@NullMarked
package dev.edgewise.server.life;

import org.jspecify.annotations.NullMarked;
