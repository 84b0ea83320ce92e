/** Child batches: the calls of workflows by tasks, and the batches that were started for them. */
@NullMarked
package dev.edgewise.server.store.child;

import org.jspecify.annotations.NullMarked;
