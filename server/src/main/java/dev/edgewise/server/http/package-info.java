/**
 * The HTTP surface.
 *
 * <p>A {@link dev.edgewise.server.http.Route} says what a resource is called, what it takes and
 * answers, and which {@link dev.edgewise.server.http.Handler} serves it. One table of routes is
 * both what {@link dev.edgewise.server.http.Dispatcher} serves and what the OpenAPI document is
 * made of. A handler turns a {@link dev.edgewise.server.http.Request} into an {@link
 * dev.edgewise.server.http.Answer}, or throws an {@link dev.edgewise.server.http.ApiException};
 * whatever else it throws becomes a problem document in one place, {@link
 * dev.edgewise.server.http.Problems}, so that nothing internal ever leaves the server.
 */
@NullMarked
package dev.edgewise.server.http;

import org.jspecify.annotations.NullMarked;
