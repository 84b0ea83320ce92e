/**
 * The background loops: the timekeeper (due retries, delays and leases), the scheduler, the
 * sweeper, and the signals between servers.
 *
 * <p>Each loop works in bounded steps and then sleeps until its next due time or a signal. Signals
 * only shorten the sleep: every loop also wakes after a fixed interval, so that a lost signal
 * delays work but does not lose it.
 */
@NullMarked
package dev.edgewise.server.engine;

import org.jspecify.annotations.NullMarked;
