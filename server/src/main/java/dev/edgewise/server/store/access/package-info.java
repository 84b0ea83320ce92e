/** Workspaces with their quotas, and the keys, sessions and secrets of a database. */
@NullMarked
package dev.edgewise.server.store.access;

import org.jspecify.annotations.NullMarked;
