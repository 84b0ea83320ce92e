package dev.edgewise.server.cli.remote.workflow;

import java.util.ArrayList;
import java.util.List;

/** The difference of two texts, by lines. */
final class Diff {
  private static final int CONTEXT = 3;

  /** One more cell for each pair of lines would take too much memory. */
  private static final int MOST_CELLS = 25_000_000;

  private final List<String> before;
  private final List<String> after;

  private Diff(List<String> before, List<String> after) {
    this.before = before;
    this.after = after;
  }

  /**
   * The lines of both texts, those that only the first has after -, those that only the second has
   * after +, and some of what both have after a space; empty when they are equal.
   */
  static List<String> lines(String before, String after) {
    return before.equals(after)
        ? List.of()
        : near(new Diff(before.lines().toList(), after.lines().toList()).all());
  }

  private List<String> all() {
    int start = 0;
    while (start < before.size()
        && start < after.size()
        && before.get(start).equals(after.get(start))) {
      start++;
    }
    int end = 0;
    while (end < before.size() - start
        && end < after.size() - start
        && before.get(before.size() - 1 - end).equals(after.get(after.size() - 1 - end))) {
      end++;
    }
    List<String> lines = new ArrayList<>();
    before.subList(0, start).forEach(line -> lines.add("  " + line));
    middle(
        before.subList(start, before.size() - end),
        after.subList(start, after.size() - end),
        lines);
    before.subList(before.size() - end, before.size()).forEach(line -> lines.add("  " + line));
    return lines;
  }

  /** Adds what differs, around the longest common subsequence. */
  private static void middle(List<String> before, List<String> after, List<String> lines) {
    if ((long) before.size() * after.size() > MOST_CELLS) {
      before.forEach(line -> lines.add("- " + line));
      after.forEach(line -> lines.add("+ " + line));
      return;
    }
    int[][] common = new int[before.size() + 1][after.size() + 1];
    for (int i = before.size() - 1; i >= 0; i--) {
      for (int j = after.size() - 1; j >= 0; j--) {
        common[i][j] =
            before.get(i).equals(after.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    int i = 0;
    int j = 0;
    while (i < before.size() || j < after.size()) {
      if (i < before.size() && j < after.size() && before.get(i).equals(after.get(j))) {
        lines.add("  " + before.get(i));
        i++;
        j++;
      } else if (j == after.size() || (i < before.size() && common[i + 1][j] >= common[i][j + 1])) {
        lines.add("- " + before.get(i++));
      } else {
        lines.add("+ " + after.get(j++));
      }
    }
  }

  /** Leaves out what is far from any difference. */
  private static List<String> near(List<String> all) {
    List<String> shown = new ArrayList<>();
    boolean left = false;
    for (int i = 0; i < all.size(); i++) {
      int from = Math.max(0, i - CONTEXT);
      int to = Math.min(all.size(), i + CONTEXT + 1);
      if (all.subList(from, to).stream().anyMatch(line -> !line.startsWith(" "))) {
        if (left) {
          shown.add("  ...");
          left = false;
        }
        shown.add(all.get(i));
      } else {
        left = true;
      }
    }
    return shown;
  }
}
