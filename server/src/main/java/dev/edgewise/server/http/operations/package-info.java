/** What operators and their machines ask: is it alive, is it ready, what does it measure. */
@NullMarked
package dev.edgewise.server.http.operations;

import org.jspecify.annotations.NullMarked;
