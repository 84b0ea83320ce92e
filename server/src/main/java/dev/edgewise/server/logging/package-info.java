/** Logging to standard error: plain text or JSON, each line with its request, batch and task. */
@NullMarked
package dev.edgewise.server.logging;

import org.jspecify.annotations.NullMarked;
