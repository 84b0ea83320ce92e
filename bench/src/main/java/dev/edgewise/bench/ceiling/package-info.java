/**
 * What PostgreSQL itself allows: the writes of a task as two plain statements, without a server,
 * and the least time that a hop can take.
 *
 * <p>The graphs are submitted by a server, so the rows are its own; afterwards they must look as if
 * it had run them. That makes the figure a fair denominator.
 */
@NullMarked
package dev.edgewise.bench.ceiling;

import org.jspecify.annotations.NullMarked;
