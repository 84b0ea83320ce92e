/** Changes to tasks that move no state: counters, priorities, metadata, rules. */
@NullMarked
package dev.edgewise.server.store.update;

import org.jspecify.annotations.NullMarked;
