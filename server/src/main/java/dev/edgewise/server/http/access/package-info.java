/** The routes that manage keys, sessions and workspaces, and read the audit trail. */
@NullMarked
package dev.edgewise.server.http.access;

import org.jspecify.annotations.NullMarked;
