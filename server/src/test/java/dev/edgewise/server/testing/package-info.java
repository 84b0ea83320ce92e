/** The ground that tests stand on: a real PostgreSQL, and a database of its own for each test. */
@NullMarked
package dev.edgewise.server.testing;

import org.jspecify.annotations.NullMarked;
