/**
 * The replay of a ledger: rebuilds the states and facts of a batch from its ledger entries and task
 * definitions, and from nothing else.
 *
 * <p>Entries describe the transitions of tasks. The replay derives which edges they resolve, and
 * which facts a rerun removes or replaces. The entries of one transaction may be in a different
 * order than they were written, but the entries of one task keep their order. An entry that the
 * transition table does not allow after the previous one is an error.
 */
@NullMarked
package dev.edgewise.core.replay;

import org.jspecify.annotations.NullMarked;
