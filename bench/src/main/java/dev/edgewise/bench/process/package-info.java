/** Processes that a bench starts, and the processor time that they use. */
@NullMarked
package dev.edgewise.bench.process;

import org.jspecify.annotations.NullMarked;
