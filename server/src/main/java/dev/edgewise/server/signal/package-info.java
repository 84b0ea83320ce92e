/** Wake-up signals inside one server: who is told that a commit left work to do. */
@NullMarked
package dev.edgewise.server.signal;

import org.jspecify.annotations.NullMarked;
