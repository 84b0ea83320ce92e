/** The page for people: what it is made of is served as it lies on the class path. */
@NullMarked
package dev.edgewise.server.http.page;

import org.jspecify.annotations.NullMarked;
