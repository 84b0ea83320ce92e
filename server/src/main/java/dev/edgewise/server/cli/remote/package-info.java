/**
 * The commands that speak with a running server over HTTP.
 *
 * <p>They know the API and nothing of the server's inside, so they work against any server that can
 * be reached. What goes wrong is one sentence that ends with what to do next.
 */
@NullMarked
package dev.edgewise.server.cli.remote;

import org.jspecify.annotations.NullMarked;
