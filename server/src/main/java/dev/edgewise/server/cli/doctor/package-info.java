/**
 * The checks of {@code edgewise doctor}.
 *
 * <p>Each check examines one thing that a start or a long run depends on. It returns a sentence
 * with the finding and, if that is a problem, what to do. Checks change nothing.
 */
@NullMarked
package dev.edgewise.server.cli.doctor;

import org.jspecify.annotations.NullMarked;
