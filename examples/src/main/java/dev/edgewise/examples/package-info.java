/** Small programs, one for each way to use Edgewise. */
@NullMarked
package dev.edgewise.examples;

import org.jspecify.annotations.NullMarked;
