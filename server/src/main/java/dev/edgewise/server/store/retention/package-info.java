/** Forgetting: batches that ended long ago are removed whole, in bounded steps. */
@NullMarked
package dev.edgewise.server.store.retention;

import org.jspecify.annotations.NullMarked;
