/** A client over plain sockets: a load generator's own cost must not become the figure. */
@NullMarked
package dev.edgewise.bench.http;

import org.jspecify.annotations.NullMarked;
