/** The PostgreSQL under a bench, and what it counts. */
@NullMarked
package dev.edgewise.bench.database;

import org.jspecify.annotations.NullMarked;
