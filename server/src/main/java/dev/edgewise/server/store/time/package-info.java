/** What becomes due by itself: leases that ran out, retries, and tasks whose start was put off. */
@NullMarked
package dev.edgewise.server.store.time;

import org.jspecify.annotations.NullMarked;
