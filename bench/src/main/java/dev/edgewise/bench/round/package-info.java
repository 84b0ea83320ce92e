/** One measured run of a load, its figures, and the report over several. */
@NullMarked
package dev.edgewise.bench.round;

import org.jspecify.annotations.NullMarked;
