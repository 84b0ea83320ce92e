/**
 * Deliveries: the durable side of webhooks.
 *
 * <p>Every call has a key that names the event and the action, and {@code webhook_execution} has at
 * most one row for it. A server writes that row as pending before it makes the call, or takes over
 * a row whose caller failed or has given no sign of life for as long as a claim lasts. The unique
 * key in the database decides between servers. Once a row says success, its call is never made
 * again, and only then does a task move on.
 *
 * <p>Calls at the end of a task come from the outbox, which the completing transaction filled. A
 * row is taken for a while by moving its due time on, and leaves when its call has succeeded; a
 * server that dies in between has only delayed it.
 */
@NullMarked
package dev.edgewise.server.store.delivery;

import org.jspecify.annotations.NullMarked;
