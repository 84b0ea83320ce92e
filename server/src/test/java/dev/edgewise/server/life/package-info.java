@NullMarked
package dev.edgewise.server.life;

import org.jspecify.annotations.NullMarked;
