/**
 * Wake-up signals inside one server: a committer notifies the loops that a commit left work for
 * them.
 */
@NullMarked
package dev.edgewise.server.signal;

import org.jspecify.annotations.NullMarked;
