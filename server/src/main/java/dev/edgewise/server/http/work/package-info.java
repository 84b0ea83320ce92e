/** Routes of the worker protocol: claim, complete, next, heartbeat, log. */
@NullMarked
package dev.edgewise.server.http.work;

import org.jspecify.annotations.NullMarked;
