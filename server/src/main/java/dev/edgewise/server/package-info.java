/** The server. */
@NullMarked
package dev.edgewise.server;

import org.jspecify.annotations.NullMarked;
