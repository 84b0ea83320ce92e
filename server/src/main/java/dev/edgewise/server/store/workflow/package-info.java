/** Workflows: graphs of tasks that are kept by name, in versions that never change. */
@NullMarked
package dev.edgewise.server.store.workflow;

import org.jspecify.annotations.NullMarked;
