/**
 * What is stored, as Parquet files for other systems. Each table is one statement, whose columns
 * are the file's; all of them see one snapshot, so an export runs beside live servers.
 */
@NullMarked
package dev.edgewise.server.store.export;

import org.jspecify.annotations.NullMarked;
