/**
 * The connections to PostgreSQL and the transactions on them.
 *
 * <p>There are three pools over one database: the committers' and the engine's, whose plans do not
 * depend on the statistics of the tables, and the readers', for lists and administration. So a long
 * read never keeps a completion waiting.
 *
 * <p>The database may go away at any time, and another server may take its place. {@code Outage}
 * tells failures of that kind from all others. {@code Connections} makes every connection and keeps
 * the {@code Era}: an era ends when a connection is lost, or when a new one leads to another run of
 * the server, and everything that was remembered ends with it. {@code DeadConnectionWatch} gives up
 * connections whose answers will never come. This package knows no table.
 */
@NullMarked
package dev.edgewise.server.database;

import org.jspecify.annotations.NullMarked;
