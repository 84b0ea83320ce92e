/** Wires the components of a server by hand, and stops them in reverse order. */
@NullMarked
package dev.edgewise.server.app;

import org.jspecify.annotations.NullMarked;
