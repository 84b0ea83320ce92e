/**
 * The examples of {@code edgewise demo}: their graphs, the workers and the webhook receiver that
 * run them, and the output.
 *
 * <p>All of it uses the HTTP API like any other client.
 */
@NullMarked
package dev.edgewise.server.cli.demo;

import org.jspecify.annotations.NullMarked;
