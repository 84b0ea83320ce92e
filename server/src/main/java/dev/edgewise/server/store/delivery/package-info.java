/**
 * Deliveries: the durable side of webhooks.
 *
 * <p>Every call has a key that names the event and the action, and {@code webhook_execution} has at
 * most one row for it. Whoever wants to make a call writes that row as pending first, or takes over
 * one whose caller failed or has not been heard of for as long as a claim lasts; the unique key in
 * the database decides between servers. Once a row says success, its call is never made again, and
 * only then does a task move on.
 *
 * <p>Calls at the end of a task come from the outbox, which the completing transaction filled. A
 * row is taken for a while by moving its due time on, and leaves when its call has succeeded; a
 * server that dies in between has only delayed it.
 */
@NullMarked
package dev.edgewise.server.store.delivery;

import org.jspecify.annotations.NullMarked;
