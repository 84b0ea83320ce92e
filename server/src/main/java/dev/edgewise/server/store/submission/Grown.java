package dev.edgewise.server.store.submission;

import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** What became of a request to add tasks to a batch. */
public sealed interface Grown {

  /**
   * The batch has the tasks, now or since the same key came before.
   *
   * @param firstNo the number of the first one; those that were created follow each other in the
   *     order of the request
   * @param deduplicated the existing tasks by the local IDs of those that were not created
   */
  record Added(int firstNo, Map<String, UUID> deduplicated) implements Grown {}

  /** The batch does not exist. */
  record NoBatch() implements Grown {}

  /**
   * The batch is over.
   *
   * @param state as the database spells it
   */
  record Over(String state) implements Grown {}

  /** The batch has tasks with these local IDs already. */
  record Taken(Set<String> localIds) implements Grown {
    public Taken {
      localIds = Set.copyOf(localIds);
    }
  }

  /** The batch would have more tasks than a batch may have. */
  record Full(int total) implements Grown {}

  /** It was refused for a reason for which submissions are refused too. */
  record Refused(Submitted why) implements Grown {}
}
