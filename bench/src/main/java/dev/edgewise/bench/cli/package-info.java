/** The command {@code edgewise bench}: one class per command. */
@NullMarked
package dev.edgewise.bench.cli;

import org.jspecify.annotations.NullMarked;
