/** Workflows: kept by name, checked like a submission, and started as batches. */
@NullMarked
package dev.edgewise.server.http.workflow;

import org.jspecify.annotations.NullMarked;
