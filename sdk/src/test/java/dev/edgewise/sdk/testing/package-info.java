/** A real server for tests of programs that talk to one. */
@NullMarked
package dev.edgewise.sdk.testing;

import org.jspecify.annotations.NullMarked;
