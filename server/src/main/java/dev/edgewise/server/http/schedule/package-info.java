/** Routes of schedules, which start workflows by cron or at an interval. */
@NullMarked
package dev.edgewise.server.http.schedule;

import org.jspecify.annotations.NullMarked;
