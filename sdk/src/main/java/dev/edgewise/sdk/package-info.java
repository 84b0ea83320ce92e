/**
 * The Java client and worker, which depend only on the JDK.
 *
 * <p>{@link dev.edgewise.sdk.EdgewiseClient} submits batches, follows them and acts on them. {@link
 * dev.edgewise.sdk.Worker} claims tasks without {@code on_start} and runs a handler for each on a
 * virtual thread. It has three loops. The first claims as many tasks as there are free slots, with
 * a long poll. The second sends heartbeats for all held tasks. The third reports completions: each
 * request carries everything that was queued during the last one, so that a single completion is
 * sent at once and a busy worker sends large groups. When the server cannot be reached, every loop
 * retries with exponential backoff; a completion is dropped when its lease has expired.
 */
@NullMarked
package dev.edgewise.sdk;

import org.jspecify.annotations.NullMarked;
