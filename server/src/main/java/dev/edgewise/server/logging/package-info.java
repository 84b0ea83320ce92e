/** Log lines: for people on a terminal, as JSON when asked, always with what they are about. */
@NullMarked
package dev.edgewise.server.logging;

import org.jspecify.annotations.NullMarked;
