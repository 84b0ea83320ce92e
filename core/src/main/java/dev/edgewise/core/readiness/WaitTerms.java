package dev.edgewise.core.readiness;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a task waits for, with all expressions evaluated.
 *
 * @param due when the wait ends by itself; null if it does not
 * @param until the point in time that it waits for, which may come after {@code due}; null for the
 *     other forms
 * @param expires whether the task then fails, because what it waits for has not come
 * @param name the name of the signal; null if it waits for none
 * @param key the key of the signal in the workspace; null if only signals to the batch count
 * @param title the title of the approval; null if none was given
 * @param text what there is to approve; null if nothing was given
 */
public record WaitTerms(
    Kind kind,
    @Nullable Instant due,
    @Nullable Instant until,
    boolean expires,
    @Nullable String name,
    @Nullable String key,
    @Nullable String title,
    @Nullable String text) {

  /** The forms of a wait. */
  public enum Kind {
    /** A time after the task became ready. */
    FOR,
    /** A point in time. */
    UNTIL,
    SIGNAL,
    APPROVAL;

    private final String word = name().toLowerCase(Locale.ROOT);

    /** The spelling in the API and in the database. */
    public String word() {
      return word;
    }
  }
}
