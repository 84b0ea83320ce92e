package dev.edgewise.server.config;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the valid name that is closest to a misspelled one. */
public final class NearestName {

  private NearestName() {}

  /** The closest of the valid names, if any is close enough to be worth suggesting. */
  public static Optional<String> of(String given, Collection<String> valid) {
    return within(Math.max(2, given.length() / 2), given, valid);
  }

  /** The closest of the valid names that is at most {@code bound} edits away. */
  static Optional<String> within(int bound, String given, Collection<String> valid) {
    String best = null;
    int bestDistance = bound + 1;
    for (String name : valid) {
      int distance = distance(given, name, bestDistance);
      if (distance < bestDistance) {
        best = name;
        bestDistance = distance;
      }
    }
    return Optional.ofNullable(best);
  }

  /** " (did you mean X?)", or nothing when no name is near. */
  public static String hint(String given, Collection<String> valid) {
    return of(given, valid).map(name -> " (did you mean " + name + "?)").orElse("");
  }

  /**
   * The distance between two names; a name that begins with the given words counts as one edit
   * away.
   */
  private static int distance(String given, String name, int enough) {
    String a = given.toLowerCase(Locale.ROOT);
    String b = name.toLowerCase(Locale.ROOT);
    return b.startsWith(a + "_") ? 1 : edits(a, b, enough);
  }

  /** Edits (insert, delete, replace, swap of neighbours) between two words. */
  private static int edits(String a, String b, int enough) {
    if (Math.abs(a.length() - b.length()) >= enough) {
      return enough;
    }
    int[][] rows = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      rows[i][0] = i;
    }
    for (int j = 0; j <= b.length(); j++) {
      rows[0][j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      for (int j = 1; j <= b.length(); j++) {
        boolean same = a.charAt(i - 1) == b.charAt(j - 1);
        int least = Math.min(rows[i - 1][j], rows[i][j - 1]) + 1;
        least = Math.min(least, rows[i - 1][j - 1] + (same ? 0 : 1));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          least = Math.min(least, rows[i - 2][j - 2] + 1);
        }
        rows[i][j] = least;
      }
    }
    return rows[a.length()][b.length()];
  }
}
