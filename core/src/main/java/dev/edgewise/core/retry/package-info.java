/** The retry policy and the one function that decides whether a failure is tried again. */
@NullMarked
package dev.edgewise.core.retry;

import org.jspecify.annotations.NullMarked;
