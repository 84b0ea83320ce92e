/** Task states and the transitions between them. */
@NullMarked
package dev.edgewise.core.state;

import org.jspecify.annotations.NullMarked;
