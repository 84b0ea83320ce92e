/**
 * The fixtures of all modules' tests, which other modules get as the server's test jar: a real
 * PostgreSQL with a database for each test, the store on it, the server as a process, and a
 * receiver of webhooks. Nothing here depends on a test of the server.
 */
@NullMarked
package dev.edgewise.server.testing;

import org.jspecify.annotations.NullMarked;
