/**
 * Workspaces with their quotas, and the keys, sessions and secrets of a database. Of the secrets of
 * keys and sessions it has only hashes.
 */
@NullMarked
package dev.edgewise.server.store.access;

import org.jspecify.annotations.NullMarked;
