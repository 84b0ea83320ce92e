/**
 * What comes from outside, read by one set of rules: submissions by {@code http}, answers of
 * receivers by {@code webhook}. Both end up in the same columns of PostgreSQL, so neither may hold
 * what these cannot keep.
 */
@NullMarked
package dev.edgewise.server.input;

import org.jspecify.annotations.NullMarked;
