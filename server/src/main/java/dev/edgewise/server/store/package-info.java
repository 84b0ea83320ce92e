/**
 * Everything Edgewise keeps, in PostgreSQL.
 *
 * <p>SQL selects, Java decides, SQL applies. Statements are named files on the class path and are
 * set-based. There are three pools over one database: the engine's and the committers', whose plans
 * do not depend on the tables' statistics, and the readers', for lists and administration.
 */
@NullMarked
package dev.edgewise.server.store;

import org.jspecify.annotations.NullMarked;
