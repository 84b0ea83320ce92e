/**
 * Expressions: CEL over the results of tasks, and JSON templates that contain it.
 *
 * <p>{@link dev.edgewise.server.expression.Language} compiles an expression once and lists its
 * references; {@link dev.edgewise.server.expression.Template} does the same for a JSON value with
 * expressions in its strings. Both are evaluated in a {@link dev.edgewise.server.expression.Scope},
 * the variables of one task. There are three callers: {@link
 * dev.edgewise.server.expression.TaskReferences} finds the references and errors of a submitted
 * task, {@link dev.edgewise.server.expression.InlineNodes} decides ready nodes inside the
 * completing transaction, and {@link dev.edgewise.server.expression.Rendering} evaluates inputs and
 * actions.
 *
 * <p>Evaluation is bounded, because it runs while a batch is locked and on threads that other
 * requests need. A {@link dev.edgewise.server.expression.Budget} counts steps and memory from the
 * sizes of values before an operation runs, so that an expression fails on every server or on none;
 * the time limit is the last resort. CEL finds each function through {@link
 * dev.edgewise.server.expression.Metering}, and a function without an entry in {@link
 * dev.edgewise.server.expression.FunctionCosts} does not exist.
 *
 * <p>Evaluation starts with a small effort limit of a few milliseconds. An expression that needs
 * more is evaluated again with the full limit on {@linkplain dev.edgewise.server.commit.SlowLane
 * another thread}. Only there can it fail for the work it takes, so that the load of the server
 * never decides about a task.
 */
@NullMarked
package dev.edgewise.server.expression;

import org.jspecify.annotations.NullMarked;
