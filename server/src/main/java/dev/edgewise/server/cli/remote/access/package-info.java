/** The commands about access to servers: profiles, secrets, workspaces and the audit trail. */
@NullMarked
package dev.edgewise.server.cli.remote.access;

import org.jspecify.annotations.NullMarked;
