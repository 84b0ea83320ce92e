/** The routes that manage workspaces and read the audit trail. */
@NullMarked
package dev.edgewise.server.http.access;

import org.jspecify.annotations.NullMarked;
