/**
 * Outgoing calls: what a request says, how it is signed, whom it may reach, and the call itself.
 *
 * <p>Whom a call may reach is decided twice. A submission is checked as far as its text goes: the
 * scheme, the names that are never right, and addresses in whatever spelling. A name says nothing
 * about where it leads, so the addresses behind it are checked when the call is made, inside the
 * one look-up whose result the connection then uses: {@link
 * dev.edgewise.server.webhook.TargetResolverProvider} hands the HTTP client only addresses that
 * passed, so there is no second look-up that could answer differently. Requests keep their names,
 * hence virtual hosts, HTTP/2 and certificates work as usual. Redirects are not followed and no
 * proxy is asked.
 */
@NullMarked
package dev.edgewise.server.webhook;

import org.jspecify.annotations.NullMarked;
