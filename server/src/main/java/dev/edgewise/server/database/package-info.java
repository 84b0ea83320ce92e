/**
 * The connections to PostgreSQL and the transactions on them.
 *
 * <p>{@link dev.edgewise.server.database.Database} has a pool for each kind of work, so that long
 * reads never keep a completion waiting. When a connection breaks, or leads to another run of
 * PostgreSQL, a new {@link dev.edgewise.server.database.Era} begins, and everything that the server
 * remembered of the old one is dropped. This package knows no table: the statements are in {@code
 * store}.
 */
@NullMarked
package dev.edgewise.server.database;

import org.jspecify.annotations.NullMarked;
