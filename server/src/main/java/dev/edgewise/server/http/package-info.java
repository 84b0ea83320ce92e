/**
 * The HTTP API.
 *
 * <p>A {@link dev.edgewise.server.http.Route} declares a method and path, the types of the request
 * and the answer, and the {@link dev.edgewise.server.http.Handler}. {@link
 * dev.edgewise.server.http.Dispatcher} serves the requests from one table of routes, and the
 * OpenAPI document is generated from the same table. A handler turns a {@link
 * dev.edgewise.server.http.Request} into an {@link dev.edgewise.server.http.Answer} or throws an
 * {@link dev.edgewise.server.http.ApiException}. {@link dev.edgewise.server.http.Problems} turns
 * every exception into a problem document, so that no internal detail leaves the server.
 */
@NullMarked
package dev.edgewise.server.http;

import org.jspecify.annotations.NullMarked;
