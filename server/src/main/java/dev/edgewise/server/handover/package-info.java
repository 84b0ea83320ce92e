/**
 * Workers that wait for tasks, and which of them gets which task.
 *
 * <p>A worker that asks for tasks when none are ready waits here. A transaction that readies tasks
 * assigns them to waiting workers, so that they start without passing through the queue.
 */
@NullMarked
package dev.edgewise.server.handover;

import org.jspecify.annotations.NullMarked;
