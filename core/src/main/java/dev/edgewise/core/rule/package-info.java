/**
 * Rules that limit how many tasks of a kind run at once.
 *
 * <p>A rule counts the Running and Claimed tasks of its matcher's kind that have the candidate's
 * values in the matcher's metadata fields. The claim reads these counts under one lock, asks an
 * {@link dev.edgewise.core.rule.Admission} about each candidate, and claims the admitted ones. So
 * check and claim are one step.
 */
@NullMarked
package dev.edgewise.core.rule;

import org.jspecify.annotations.NullMarked;
