package dev.edgewise.server.input;

import dev.edgewise.server.config.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The broken rules of a document: the first ones as lines, the rest as a count. */
public final class Violations {

  private final List<String> lines = new ArrayList<>();
  private int count;

  public void add(String path, String message) {
    add(() -> path, message);
  }

  /** The same with a path that is put together only if the line is kept. */
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

  /** A line for each, as far as they are kept, and one for those that are not. */
  public List<String> lines() {
    List<String> all = new ArrayList<>(lines);
    if (count > lines.size()) {
      all.add("and " + (count - lines.size()) + " more");
    }
    return all;
  }
}
