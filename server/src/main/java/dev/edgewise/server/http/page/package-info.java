/** Serves the web page from the class path. */
@NullMarked
package dev.edgewise.server.http.page;

import org.jspecify.annotations.NullMarked;
