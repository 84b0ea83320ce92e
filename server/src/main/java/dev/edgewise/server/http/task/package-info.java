/** Routes that submit batches, and act on tasks and batches. */
@NullMarked
package dev.edgewise.server.http.task;

import org.jspecify.annotations.NullMarked;
