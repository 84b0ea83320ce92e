/**
 * Webhook calls: the dispatcher makes the on_start calls of ready tasks, the deliverer makes the
 * calls in the outbox, and the results of both are committed in groups.
 */
@NullMarked
package dev.edgewise.server.calls;

import org.jspecify.annotations.NullMarked;
