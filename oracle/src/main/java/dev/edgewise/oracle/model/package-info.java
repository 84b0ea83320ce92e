/**
 * The model: a plain in-memory engine of one batch, and the oracle for the real one.
 *
 * <p>It applies one {@link dev.edgewise.oracle.model.Stimulus} at a time to ordinary objects, task
 * by task and edge by edge, with no thought for speed, so that reading it is enough to believe it.
 * It shares with the engine only the vocabulary (states, conditions, retry policies): a mistake in
 * one of the two shows as a difference between their {@link
 * dev.edgewise.oracle.model.Observation}s.
 *
 * <p>Readings of the contract that the model fixes:
 *
 * <ul>
 *   <li>A fact exists exactly while its parent is terminal and tells that parent's latest outcome,
 *       whatever the child does; only a child that is Success keeps the facts it started on. A
 *       child's counter is the number of its satisfied facts.
 *   <li>A step settles everything below before it looks for dead ends above: what can no longer be
 *       satisfied is Skipped, even if it has also become useless.
 *   <li>A dead end may cancel a barrier, but nothing climbs on from one, however it ended: a task
 *       is a dead end when all its children have ended and this step ended one of them that is no
 *       barrier. The order of the ends within a step does not matter.
 *   <li>Plain cancellation leaves no failure reason, with or without cascade. Canceling what is
 *       Canceled and pausing what is Paused are repetitions, not errors.
 *   <li>A cascade first cancels all live descendants along on_success edges; other children are
 *       settled after that. An executor that gives its attempt up cascades too.
 *   <li>A token speaks for its attempt: repeating the outcome which that attempt had is harmless,
 *       unless a later attempt is held right now; then it is refused. A rerun forgets the outcomes
 *       before it.
 *   <li>What a rerun puts back counts a new attempt, except for tasks that were still waiting. A
 *       paused task stays paused and waits for its edges when it is resumed.
 *   <li>A rerun decides from the present outcomes of the parents that it leaves alone: a task that
 *       still has an unsatisfiable edge is Skipped again. Such a skip never makes a dead end of a
 *       task that the same rerun put back.
 *   <li>A rerun from failure also puts back the live tasks below what it resets, because their
 *       edges are open again. Success is left alone.
 *   <li>A spread is Waiting until its items have ended, and they are parents of it like any other.
 *       What ends a spread early ends its live items in the same way, also the climb of a dead end
 *       to a barrier. Pausing or resuming a spread pauses or resumes its live items, whatever was
 *       done to each alone.
 *   <li>A spread that ends badly tells of the first item, by index, that failed; if none did, of
 *       the first that was canceled. An item that was skipped has no value, which is null.
 *   <li>A step resolves the edges of all that ended before it decides what became ready: what a
 *       return or a failure ends in a step depends on that order. Of two returns that are ready at
 *       once the first one wins, and the other is canceled.
 *   <li>A failure is made up for by an edge that it satisfies, whether or not the child can still
 *       run. A return decides the state of its batch whatever failed before, and a rerun of any
 *       task takes that back.
 *   <li>The deadline of a batch is a moment. What is rerun before it has to end by then; what is
 *       rerun after it has passed has no limit. That of a spread is for all of its items.
 *   <li>With fail_fast and a minimum a skipped item is one success less; without a minimum it does
 *       no harm.
 *   <li>A signal ends all waits for its name that have not been answered; what has come is kept
 *       until the timekeeper ends the wait, while it is paused too. A signal that came before is
 *       taken by one wait, and of those that begin at once by the one of the smallest number. It is
 *       used up even if that attempt ends otherwise.
 *   <li>An attempt of a call starts one child. How the child ends is kept while the call is paused.
 *   <li>A rerun throws the items of a spread away; new ones begin at attempt 0. Items are never run
 *       again alone: a rerun from failure takes the whole spread when an item failed or was
 *       canceled, also if the spread collected that.
 *   <li>A batch has failed when a task has, else it is canceled when a task is, else it succeeded.
 *       The items of a spread that absorbs failures have no part in that, the spread itself has.
 * </ul>
 */
@NullMarked
package dev.edgewise.oracle.model;

import org.jspecify.annotations.NullMarked;
