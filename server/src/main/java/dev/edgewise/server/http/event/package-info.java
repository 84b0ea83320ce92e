/** Receives CloudEvents about tasks, which may arrive twice, late and in any order. */
@NullMarked
package dev.edgewise.server.http.event;

import org.jspecify.annotations.NullMarked;
