/**
 * The examination of a machine before Edgewise runs on it.
 *
 * <p>Each check looks at one thing a start or a long run depends on and says in a sentence what it
 * found and, when that is not good, what to do. Nothing is changed by looking.
 */
@NullMarked
package dev.edgewise.server.cli.doctor;

import org.jspecify.annotations.NullMarked;
