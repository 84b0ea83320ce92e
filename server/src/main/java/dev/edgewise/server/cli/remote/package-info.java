/**
 * The commands that call a running server over HTTP.
 *
 * <p>They use only the public API, so they work with any server that can be reached. Each error is
 * one message that ends with what to do next.
 */
@NullMarked
package dev.edgewise.server.cli.remote;

import org.jspecify.annotations.NullMarked;
