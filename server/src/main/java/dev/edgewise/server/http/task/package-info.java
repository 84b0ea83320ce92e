/** What clients may do to tasks and batches. */
@NullMarked
package dev.edgewise.server.http.task;

import org.jspecify.annotations.NullMarked;
