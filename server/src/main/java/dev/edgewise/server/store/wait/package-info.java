/** Signals that are sent to waiting tasks, and approvals that are waited for. */
@NullMarked
package dev.edgewise.server.store.wait;

import org.jspecify.annotations.NullMarked;
