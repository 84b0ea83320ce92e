/**
 * Routes of workflows, which are stored by name and version, checked like a submission, and started
 * as batches.
 */
@NullMarked
package dev.edgewise.server.http.workflow;

import org.jspecify.annotations.NullMarked;
