/** The command line: one class per command. */
@NullMarked
package dev.edgewise.server.cli;

import org.jspecify.annotations.NullMarked;
