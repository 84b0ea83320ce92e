/**
 * Reads a submitted batch token by token and checks it as a whole.
 *
 * <p>A body may hold a million tasks, so it is never held as a tree: {@link
 * dev.edgewise.server.http.submission.SubmissionReader} pulls tokens through a {@link
 * dev.edgewise.server.http.submission.Cursor}, small readers turn them into drafts, and every
 * broken rule becomes a line of {@link dev.edgewise.server.http.submission.Violations} while the
 * reading goes on. A value that breaks a rule is replaced by one that does not, so that each
 * mistake is reported once. Ids are resolved, and cycles found, when all tasks are known.
 */
@NullMarked
package dev.edgewise.server.http.submission;

import org.jspecify.annotations.NullMarked;
