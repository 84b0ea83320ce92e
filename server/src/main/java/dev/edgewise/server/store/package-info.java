/**
 * Everything Edgewise keeps, in PostgreSQL.
 *
 * <p>SQL selects, Java decides, SQL applies. Statements are named files on the class path and are
 * set-based. There are three pools over one database: the engine's and the committers', whose plans
 * do not depend on the tables' statistics, and the readers', for lists and administration.
 *
 * <p>The database may go away at any time, and another server may take its place. {@code Outage}
 * tells failures of that kind from all others. {@code Connections} makes every connection and keeps
 * the {@code Era}: it ends when a connection is lost or a new one leads to another run of the
 * server, and what was remembered ends with it. {@code AnswerWatch} gives up connections whose
 * answers will never come.
 */
@NullMarked
package dev.edgewise.server.store;

import org.jspecify.annotations.NullMarked;
