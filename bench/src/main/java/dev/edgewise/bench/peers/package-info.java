/**
 * Other systems that do tasks durably, on the same PostgreSQL and with the same work.
 *
 * <p>Each runs in a process of its own that is driven line by line: {@code submit FILE} names a
 * file with the parents of one task in each line and is answered {@code submitted} when the tasks
 * are stored; {@code run FILE} is answered {@code ran} when all of them have ended durably and the
 * file holds when each execution began and ended. The end of its input ends it. What comes back is
 * judged here, the same way for all: every task exactly once, and none before its parents.
 */
@NullMarked
package dev.edgewise.bench.peers;

import org.jspecify.annotations.NullMarked;
