/**
 * The Model Context Protocol at {@code /mcp}: agents list, read, explain and act on batches by
 * tools. A tool is a route of the API under another name, called with the rights of the request
 * that names it; its arguments are the route's parameters and body.
 */
@NullMarked
package dev.edgewise.server.http.mcp;

import org.jspecify.annotations.NullMarked;
