/** The graphs that a bench submits, chosen by name. */
@NullMarked
package dev.edgewise.bench.load;

import org.jspecify.annotations.NullMarked;
