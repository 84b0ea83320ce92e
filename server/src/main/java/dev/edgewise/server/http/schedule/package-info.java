/** Schedules: kept by name, held, let go and shown with the runs that come next. */
@NullMarked
package dev.edgewise.server.http.schedule;

import org.jspecify.annotations.NullMarked;
