/**
 * The ledger, read from the beginning: where the tasks of a batch stand and what its edges say
 * follows from its lines and from what the tasks are, and from nothing else that is stored.
 *
 * <p>Lines say what happened to tasks; which edges that resolves, and which facts a rerun takes
 * back or states anew, is decided here again. Lines of one transaction may be in another order than
 * that in which it wrote them, as long as those of a task are not; and the line of a call that was
 * answered may come after the end that overtook it.
 */
@NullMarked
package dev.edgewise.core.replay;

import org.jspecify.annotations.NullMarked;
