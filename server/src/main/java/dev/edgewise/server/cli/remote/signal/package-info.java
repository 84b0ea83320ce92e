/** The commands about signals and approvals. */
@NullMarked
package dev.edgewise.server.cli.remote.signal;

import org.jspecify.annotations.NullMarked;
