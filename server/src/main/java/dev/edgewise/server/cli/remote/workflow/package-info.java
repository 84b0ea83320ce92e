/** The commands about workflows. */
@NullMarked
package dev.edgewise.server.cli.remote.workflow;

import org.jspecify.annotations.NullMarked;
