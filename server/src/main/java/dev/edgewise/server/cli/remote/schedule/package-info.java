/** The commands about schedules. */
@NullMarked
package dev.edgewise.server.cli.remote.schedule;

import org.jspecify.annotations.NullMarked;
