package dev.edgewise.server.input;

import dev.edgewise.server.config.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Collects the violations in a document: the first ones as lines, the rest as a count. */
public final class Violations {

  private final List<String> lines = new ArrayList<>();
  private int count;

  public void add(String path, String message) {
    add(() -> path, message);
  }

  /** Like {@link #add(String, String)}, with a path that is built only if the line is kept. */
  void add(Supplier<String> path, String message) {
    if (lines.size() < Limits.PROBLEM_MAX_DETAILS) {
      add(path.get() + ": " + message);
    } else {
      count++;
    }
  }

  public void add(String line) {
    count++;
    if (lines.size() < Limits.PROBLEM_MAX_DETAILS) {
      lines.add(line);
    }
  }

  public boolean isEmpty() {
    return count == 0;
  }

  int count() {
    return count;
  }

  /** The lines that were kept, and a last line with the number of the others. */
  public List<String> lines() {
    List<String> all = new ArrayList<>(lines);
    if (count > lines.size()) {
      all.add("and " + (count - lines.size()) + " more");
    }
    return all;
  }
}
