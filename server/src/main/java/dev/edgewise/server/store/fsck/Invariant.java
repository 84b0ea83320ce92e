package dev.edgewise.server.store.fsck;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * What the schema's constraints cannot state; the numbers go on from theirs. {@code
 * docs/design/invariants.md} explains each.
 */
public enum Invariant {
  I9_COUNTERS_GROW,
  I10_TASKS_HAVE_STATES,
  I11_TOTALS_COUNT_TASKS,
  I12_EDGES_HAVE_TWO_ENDS,
  I13_REQUIRED_COUNTS_EDGES,
  I14_SATISFIED_COUNTS_FACTS,
  I15_FACTS_FOLLOW_PARENTS,
  I16_STATES_FOLLOW_FACTS,
  I17_ENDED_CHILDREN_ARE_COUNTED,
  I18_PLACES_FOLLOW_STATES,
  I19_LEASES_FOLLOW_STATES,
  I20_BATCHES_COUNT_STATES,
  I21_RESULTS_HAVE_TASKS,
  I22_FACTS_NAME_ENTRIES,
  I23_SPREADS_KNOW_THEIR_ITEMS,
  I24_ROWS_HAVE_OWNERS,
  I25_LEDGER_ROWS_ARE_EVEN,
  I26_KINDS_KNOW_THEIR_FIRSTS,
  /** Needs the whole ledger, so it is checked with {@code --replay} only. */
  I27_LEDGER_TELLS_ALL,
  I29_BATCHES_HAVE_WORKSPACES,
  I30_WAITS_FOLLOW_STATES;

  /** Those that one statement checks. */
  static final Set<Invariant> STATED = EnumSet.complementOf(EnumSet.of(I27_LEDGER_TELLS_ALL));

  /** The number and the statement's words, such as {@code i14_satisfied_counts_facts}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The statement that selects what breaks it. */
  String statement() {
    return "fsck/" + label();
  }
}
