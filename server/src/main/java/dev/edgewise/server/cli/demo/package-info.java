/**
 * The examples of {@code edgewise demo}: graphs, those who do their work, and who tells about it.
 *
 * <p>Everything here speaks with the server over HTTP like any other program would.
 */
@NullMarked
package dev.edgewise.server.cli.demo;

import org.jspecify.annotations.NullMarked;
