/**
 * The ledger, read from the beginning: where the tasks of a batch stand and what its edges say
 * follows from its lines and from what the tasks are, and from nothing else that is stored.
 *
 * <p>Lines say what happened to tasks; which edges that resolves, and which facts a rerun takes
 * back or states anew, is decided here again. Lines of one transaction may be in another order than
 * that in which it wrote them, as long as those of a task are not. A line that the table of
 * transitions does not allow after those before it is refused.
 */
@NullMarked
package dev.edgewise.core.replay;

import org.jspecify.annotations.NullMarked;
