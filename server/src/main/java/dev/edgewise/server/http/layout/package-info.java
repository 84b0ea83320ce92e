/**
 * Computes the layout of a batch's graph.
 *
 * <p>Small graphs are laid out by ELK, which is slow but avoids crossings. Larger ones are laid out
 * in layers by the distance from the start. The largest are first reduced to one node for each kind
 * in each layer.
 */
@NullMarked
package dev.edgewise.server.http.layout;

import org.jspecify.annotations.NullMarked;
