package dev.edgewise.server.http.submission;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.ApiException;
import java.util.ArrayList;
import java.util.List;

/** The broken rules of a request: the first ones as lines, the rest as a count. */
final class Violations {

  private final List<String> lines = new ArrayList<>();
  private int count;

  void add(String path, String message) {
    add(path + ": " + message);
  }

  void add(String line) {
    count++;
    if (lines.size() < Limits.PROBLEM_MAX_DETAILS) {
      lines.add(line);
    }
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** The error that tells them all. */
  ApiException error() {
    List<String> details = new ArrayList<>(lines);
    if (count > lines.size()) {
      details.add("and " + (count - lines.size()) + " more");
    }
    return ApiException.invalid(details);
  }
}
