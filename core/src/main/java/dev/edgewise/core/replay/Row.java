package dev.edgewise.core.replay;

import dev.edgewise.core.readiness.EntryType;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A ledger row: the same transition of several tasks of a batch.
 *
 * @param id the ID of its first entry; the others follow
 * @param nos the numbers of the tasks
 * @param details one for each entry, or empty
 */
public record Row(
    long id,
    EntryType type,
    List<Integer> nos,
    List<Integer> attempts,
    List<@Nullable String> details,
    Instant at) {

  public Row {
    boolean even = attempts.size() == nos.size();
    if (!even || !(details.isEmpty() || details.size() == nos.size())) {
      throw new IllegalArgumentException("the arrays of ledger row " + id + " differ in length");
    }
  }

  @Nullable String detail(int line) {
    return details.isEmpty() ? null : details.get(line);
  }
}
