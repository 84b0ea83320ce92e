/**
 * The loops that move work along without anybody asking: what is due, what is ready, what is owed.
 *
 * <p>Each loop does a bounded piece of work at a time and then sleeps until its next moment, or
 * until a signal says that there is more. The signals are a courtesy: every loop also looks by
 * itself after a while, so that nothing depends on them.
 */
@NullMarked
package dev.edgewise.server.engine;

import org.jspecify.annotations.NullMarked;
