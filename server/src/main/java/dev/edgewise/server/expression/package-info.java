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
 * <p>Evaluation is bounded in steps, in the size of what it builds and in the size of its result,
 * because it runs while a batch is locked. The bounds count work, not time, so that an expression
 * fails on every server or on none.
 */
@NullMarked
package dev.edgewise.server.expression;

import org.jspecify.annotations.NullMarked;
