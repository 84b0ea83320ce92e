/**
 * Schedules: when a workflow is started by itself. A tick is a moment that the cron expression or
 * the interval names; each is decided once, by whichever server locks its row, and started under a
 * key of its own, so that a server that dies in between does not start it twice.
 */
@NullMarked
package dev.edgewise.server.store.schedule;

import org.jspecify.annotations.NullMarked;
