/** The command line: one class for each command. */
@NullMarked
package dev.edgewise.server.cli;

import org.jspecify.annotations.NullMarked;
