/**
 * Expressions: CEL over the results of tasks, and JSON templates that contain it.
 *
 * <p>{@link dev.edgewise.server.expression.Language} compiles an expression once and says what it
 * refers to; {@link dev.edgewise.server.expression.Template} does the same for a JSON value with
 * expressions in its strings. Both are evaluated in a {@link dev.edgewise.server.expression.Scope},
 * the values that one task can see. Three callers share them: {@link
 * dev.edgewise.server.expression.TaskReferences} tells what a submitted task refers to and what is
 * wrong with it, {@link dev.edgewise.server.expression.InlineNodes} decides ready nodes inside the
 * completing transaction, and {@link dev.edgewise.server.expression.Rendering} evaluates what
 * executors and receivers get.
 *
 * <p>Evaluation is bounded, because it runs while a batch is locked and on threads that others wait
 * for. A {@link dev.edgewise.server.expression.Budget} counts steps and memory, told from the sizes
 * of what an expression handles before it is handled, so that an expression fails on every server
 * or on none; the clock is the last resort. CEL asks for each function by way of {@link
 * dev.edgewise.server.expression.Metering}, and a function without one of the {@link
 * dev.edgewise.server.expression.Prices} does not exist.
 *
 * <p>Evaluation begins with brief effort, a few milliseconds. What needs more begins anew with full
 * effort {@linkplain dev.edgewise.server.commit.SlowLane aside}, and only there it can fail for the
 * work it takes: so what others do at the same time never decides about a task.
 */
@NullMarked
package dev.edgewise.server.expression;

import org.jspecify.annotations.NullMarked;
