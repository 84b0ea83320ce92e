/** The commands about tasks. */
@NullMarked
package dev.edgewise.server.cli.remote.task;

import org.jspecify.annotations.NullMarked;
