/**
 * Outgoing calls: what a request says, how it is signed, whom it may reach, and the call itself.
 *
 * <p>Whom a call may reach is decided twice. A submission is checked as far as its text goes: the
 * scheme, the names that are never right, and addresses in whatever spelling. A name says nothing
 * about where it leads, so the addresses behind it are checked when a connection is opened, inside
 * the one look-up whose result the connection then uses: {@link
 * dev.edgewise.server.webhook.Connections} asks the guard for addresses and knows no other way to
 * find any, so there is no second look-up that could answer differently. Requests keep their names,
 * hence virtual hosts and certificates work as usual. Redirects are not followed and no proxy is
 * asked.
 *
 * <p>A call is made by the virtual thread that wants it, which blocks: no other thread has to be
 * woken on the way. What ends a call that takes too long is one thread that closes its connection
 * ({@link dev.edgewise.server.webhook.Deadline}). Calls speak HTTP/1.1 over connections that are
 * kept for a few seconds. Before one is used again it is looked at, which takes a single read: a
 * receiver that has hung up meanwhile is not called into the void, and so nothing has to be sent
 * twice.
 */
@NullMarked
package dev.edgewise.server.webhook;

import org.jspecify.annotations.NullMarked;
