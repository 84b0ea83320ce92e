/**
 * Programs that let other systems do the bench's tasks, one class for each system.
 *
 * <p>They know nothing of Edgewise and run without its libraries. How they are driven is written
 * down in the package {@code dev.edgewise.bench.peers} of the module {@code bench}.
 */
@NullMarked
package dev.edgewise.peers;

import org.jspecify.annotations.NullMarked;
