/** Graphs of tasks as people submit them, checked before anything is stored. */
@NullMarked
package dev.edgewise.core.graph;

import org.jspecify.annotations.NullMarked;
