/**
 * The API describes itself: an OpenAPI 3.1 document made of the routes, and a page to browse it.
 */
@NullMarked
package dev.edgewise.server.http.docs;

import org.jspecify.annotations.NullMarked;
