/** Routes by which operators repeat webhook calls. */
@NullMarked
package dev.edgewise.server.http.delivery;

import org.jspecify.annotations.NullMarked;
