/**
 * The rules that bound how much of a kind of work runs at once.
 *
 * <p>A rule looks at the tasks that are Running or Claimed right now and are of its matcher's kind,
 * with the same values of the matcher's metadata fields as the candidate. The claim looks these up
 * and counts them under one lock, asks an {@link dev.edgewise.core.rule.Admission} about each
 * candidate, and claims those that were admitted; check and claim are therefore one step.
 */
@NullMarked
package dev.edgewise.core.rule;

import org.jspecify.annotations.NullMarked;
