/**
 * Where the boxes of a drawn graph go.
 *
 * <p>Graphs that people read as a whole are laid out by ELK, which takes its time to avoid
 * crossings. Larger ones are put into layers by distance from the start, and the largest are first
 * reduced to one box for each kind in each layer.
 */
@NullMarked
package dev.edgewise.server.http.layout;

import org.jspecify.annotations.NullMarked;
