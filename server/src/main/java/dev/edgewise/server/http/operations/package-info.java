/** Routes for operators: health, readiness, metrics and settings. */
@NullMarked
package dev.edgewise.server.http.operations;

import org.jspecify.annotations.NullMarked;
