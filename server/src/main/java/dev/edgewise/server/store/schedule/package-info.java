/**
 * Schedules: when a workflow is started by itself. A tick is a moment that the cron expression or
 * the interval names; each is decided by whichever server locks its row, and started without the
 * lock, under a key of its own, so that a server that dies in between does not have it started
 * twice.
 */
@NullMarked
package dev.edgewise.server.store.schedule;

import org.jspecify.annotations.NullMarked;
