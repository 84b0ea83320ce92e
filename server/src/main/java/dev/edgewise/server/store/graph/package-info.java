/** Reads the part of a batch's graph that a transaction decides about, and locks its batches. */
@NullMarked
package dev.edgewise.server.store.graph;

import org.jspecify.annotations.NullMarked;
