/**
 * Webhook transport: builds and signs requests, checks their targets, and sends them.
 *
 * <p>{@link dev.edgewise.server.webhook.TargetGuard} checks each target twice. A submission is
 * checked by its text: the scheme, blocked names, and IP addresses in any spelling. The addresses
 * behind a name are checked when a connection is opened, in the same look-up whose result the
 * connection uses. {@link dev.edgewise.server.webhook.Connections} has no other source of
 * addresses, so a second look-up cannot return different ones. Requests keep the host name, so
 * virtual hosts and certificates work as usual. Redirects are not followed, and proxies are not
 * used.
 *
 * <p>Each call runs on its own virtual thread and blocks it. One platform thread watches all calls
 * and closes the connections of those that take too long ({@link
 * dev.edgewise.server.webhook.Deadline}). Connections are HTTP/1.1 and stay open for a few idle
 * seconds. Before an idle connection is reused, a single read checks whether the receiver has
 * closed it. So requests are not sent into closed connections, and none needs to be sent twice.
 */
@NullMarked
package dev.edgewise.server.webhook;

import org.jspecify.annotations.NullMarked;
