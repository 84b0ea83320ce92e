/**
 * Client and worker for programs in Java, on the JDK alone.
 *
 * <p>{@link dev.edgewise.sdk.EdgewiseClient} submits batches, follows them and acts on them. {@link
 * dev.edgewise.sdk.Worker} takes tasks that have no {@code on_start} and runs a handler for each on
 * a virtual thread. Three loops serve it: one claims as many tasks as there are free slots and
 * waits at the server when there are none, one keeps the leases of all held tasks, and one reports
 * ends, taking whatever has queued while its last call ran, so that a lone end waits for nothing
 * and a busy worker sends large groups. Every loop outlives the server: it tries again, ever more
 * slowly, until the server is back or the lease of what it wanted to report has run out.
 */
@NullMarked
package dev.edgewise.sdk;

import org.jspecify.annotations.NullMarked;
