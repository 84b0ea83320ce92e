/** The one place that wires the parts of a server together, by hand, and takes them apart again. */
@NullMarked
package dev.edgewise.server.app;

import org.jspecify.annotations.NullMarked;
