/** Submitted graphs of tasks, validated before they are stored. */
@NullMarked
package dev.edgewise.core.graph;

import org.jspecify.annotations.NullMarked;
