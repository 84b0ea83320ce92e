/** The worker protocol: claim, complete, heartbeat. */
@NullMarked
package dev.edgewise.server.http.work;

import org.jspecify.annotations.NullMarked;
