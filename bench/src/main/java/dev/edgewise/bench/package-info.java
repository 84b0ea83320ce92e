/**
 * Measures Edgewise: a load generator, the ceiling that PostgreSQL sets, what a task costs at
 * scale, other systems beside it, and the guard that keeps the counts.
 *
 * <p>The server, the receiver of webhooks and the database are processes of their own, so that each
 * one's processor time can be told apart. A round whose tasks did not all end as they must, or
 * after which a stored invariant does not hold, is void.
 */
@NullMarked
package dev.edgewise.bench;

import org.jspecify.annotations.NullMarked;
