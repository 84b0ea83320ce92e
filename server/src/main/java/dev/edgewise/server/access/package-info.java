/**
 * Who sends a request and what they may do.
 *
 * <p>An {@link dev.edgewise.server.access.Authentication} turns the credentials of a request into a
 * {@link dev.edgewise.server.access.Principal}. A principal names its workspace, its scopes and the
 * actor that the audit trail shows. The HTTP layer compares the scopes with those of the route, and
 * hands the principal's workspace to every query: no other part of the server makes a workspace up.
 */
@NullMarked
package dev.edgewise.server.access;

import org.jspecify.annotations.NullMarked;
