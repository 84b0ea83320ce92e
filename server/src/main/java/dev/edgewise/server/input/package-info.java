/**
 * Reads JSON from outside: submissions for {@code http} and responses of receivers for {@code
 * webhook}. Both are stored in the same columns, so the same rules apply to both.
 */
@NullMarked
package dev.edgewise.server.input;

import org.jspecify.annotations.NullMarked;
