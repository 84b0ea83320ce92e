/**
 * Reads and checks a submitted batch.
 *
 * <p>A body may contain a million tasks, so it is never parsed into a tree. {@link
 * dev.edgewise.server.http.submission.SubmissionReader} reads it token by token through a {@link
 * dev.edgewise.server.input.Cursor}, and small readers build a draft of each task. Violations are
 * collected in {@link dev.edgewise.server.input.Violations} while reading continues; an invalid
 * value is replaced by a valid one, so that each mistake is reported once. When all tasks are read,
 * dependencies are resolved and cycles are reported.
 */
@NullMarked
package dev.edgewise.server.http.submission;

import org.jspecify.annotations.NullMarked;
