/**
 * What Edgewise keeps in PostgreSQL: statements and rows.
 *
 * <p>SQL selects, Java decides, SQL applies. Statements are named files on the class path and are
 * set-based. Everything here is passive: a class runs statements on the thread and the connection
 * of its caller, and has no thread, lock, queue or clock of its own.
 */
@NullMarked
package dev.edgewise.server.store;

import org.jspecify.annotations.NullMarked;
