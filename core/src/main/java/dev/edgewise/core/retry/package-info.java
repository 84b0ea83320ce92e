/** The retry policy, which decides whether and when a failure is retried. */
@NullMarked
package dev.edgewise.core.retry;

import org.jspecify.annotations.NullMarked;
