/** Events about tasks, which may come twice, late and in any order. */
@NullMarked
package dev.edgewise.server.http.event;

import org.jspecify.annotations.NullMarked;
