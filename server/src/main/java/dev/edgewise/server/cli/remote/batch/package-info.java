/** The commands about batches. */
@NullMarked
package dev.edgewise.server.cli.remote.batch;

import org.jspecify.annotations.NullMarked;
