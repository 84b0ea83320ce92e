/** Webhook calls as operators handle them. */
@NullMarked
package dev.edgewise.server.http.delivery;

import org.jspecify.annotations.NullMarked;
