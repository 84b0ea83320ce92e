/**
 * Who sends a request and what they may do.
 *
 * <p>An {@link dev.edgewise.server.access.Authentication} turns the credentials of a request into a
 * {@link dev.edgewise.server.access.Principal}. A principal names its workspace, its scopes and the
 * actor that the audit trail shows. The HTTP layer compares the scopes with those of the route, and
 * hands the principal's workspace to every query: no other part of the server makes a workspace up.
 *
 * <p>{@link dev.edgewise.server.access.KeyAuthentication} remembers the keys, sessions and
 * workspaces that requests name. A request with a key costs a map look-up and one hash. A loop
 * reads what is in use again every two seconds, and at once when a server or the command line
 * announces a change, so that a revoked key ends on every server within five seconds. What could
 * not be read again for four seconds is not used: the request looks it up itself, and is answered
 * with 503 when the database is away. An outage never makes a valid key invalid.
 */
@NullMarked
package dev.edgewise.server.access;

import org.jspecify.annotations.NullMarked;
