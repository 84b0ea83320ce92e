/**
 * The check of everything stored: counters, readiness, states and places are computed again from
 * definitions and facts, and every difference is listed.
 *
 * <p>Each {@link dev.edgewise.server.store.fsck.Invariant} is one set-based statement that selects
 * what breaks it. All of them see one snapshot, so a check runs beside live servers.
 */
@NullMarked
package dev.edgewise.server.store.fsck;

import org.jspecify.annotations.NullMarked;
