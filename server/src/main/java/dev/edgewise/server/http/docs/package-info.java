/** Generates the OpenAPI 3.1 document from the routes, and serves it with a page to browse it. */
@NullMarked
package dev.edgewise.server.http.docs;

import org.jspecify.annotations.NullMarked;
