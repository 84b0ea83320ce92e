/** What a task costs in batches of different sizes, among many batches, and beside many tasks. */
@NullMarked
package dev.edgewise.bench.scale;

import org.jspecify.annotations.NullMarked;
