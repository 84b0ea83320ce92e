/** What executors log about their attempts. */
@NullMarked
package dev.edgewise.server.store.log;

import org.jspecify.annotations.NullMarked;
