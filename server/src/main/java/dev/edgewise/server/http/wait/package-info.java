/** The routes by which waits end from outside: signals and approvals. */
@NullMarked
package dev.edgewise.server.http.wait;

import org.jspecify.annotations.NullMarked;
