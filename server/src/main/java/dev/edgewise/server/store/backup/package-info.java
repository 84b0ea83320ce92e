/**
 * All that is stored, as one file, and the way back into an empty database.
 *
 * <p>The file is a zip archive. {@code manifest.json} comes first and says what follows, one {@code
 * COPY} in text form for each table, which every version of PostgreSQL writes and reads alike;
 * {@code end.json} comes last and says how many rows there are, so that a file that was cut off is
 * found out. A backup sees one snapshot and runs beside live servers. A restore is one transaction.
 */
@NullMarked
package dev.edgewise.server.store.backup;

import org.jspecify.annotations.NullMarked;
