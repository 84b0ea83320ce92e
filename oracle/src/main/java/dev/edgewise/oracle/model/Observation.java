package dev.edgewise.oracle.model;

import dev.edgewise.core.state.BatchOutcome;
import dev.edgewise.core.state.TaskState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Everything about a batch that can be seen from outside, at one moment.
 *
 * @param tasks by name
 * @param facts by edge; an open edge has none
 * @param output the result of the batch, in JSON; null when it has none
 * @param signals what the signals bring that nobody has waited for, in JSON, the oldest first
 */
public record Observation(
    Map<String, TaskView> tasks,
    Map<EdgeName, Fact> facts,
    BatchOutcome outcome,
    @Nullable String output,
    List<String> signals,
    Counts counts) {
  public Observation {
    tasks = Collections.unmodifiableMap(new LinkedHashMap<>(tasks));
    facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    signals = List.copyOf(signals);
  }

  /**
   * One task as it can be seen.
   *
   * @param satisfied how many of its edges are satisfied
   * @param total how many edges it has
   * @param reason its failure reason, null when it has none
   * @param result what it returned, in JSON; null when it returned nothing
   * @param children how many workflows were started for it
   */
  public record TaskView(
      TaskState state,
      int attempt,
      int satisfied,
      int total,
      @Nullable String reason,
      @Nullable String result,
      int children) {}

  /** How many tasks a batch has, and how many of them ended in which way. */
  public record Counts(int total, int success, int failure, int canceled, int skipped) {
    /** The counts of a batch whose tasks stand so. */
    public static Counts of(Collection<TaskState> states) {
      return new Counts(
          states.size(),
          Collections.frequency(states, TaskState.SUCCESS),
          Collections.frequency(states, TaskState.FAILURE),
          Collections.frequency(states, TaskState.CANCELED),
          Collections.frequency(states, TaskState.SKIPPED));
    }
  }

  /** An edge by the names of its ends. */
  public record EdgeName(String parent, String child) {
    @Override
    public String toString() {
      return parent + "->" + child;
    }
  }

  /** The task of that name. */
  public TaskView task(String name) {
    TaskView view = tasks.get(name);
    if (view == null) {
      throw new IllegalArgumentException("No task is called '" + name + "'");
    }
    return view;
  }

  /**
   * What the other observation shows differently, one line for each task or edge; empty if nothing.
   */
  public List<String> differences(Observation other) {
    List<String> lines = new ArrayList<>();
    compare(lines, "", tasks, other.tasks);
    compare(lines, "edge ", facts, other.facts);
    if (outcome != other.outcome) {
      lines.add("batch: " + outcome + " <> " + other.outcome);
    }
    if (!Objects.equals(output, other.output)) {
      lines.add("output: " + output + " <> " + other.output);
    }
    if (!signals.equals(other.signals)) {
      lines.add("signals: " + signals + " <> " + other.signals);
    }
    if (!counts.equals(other.counts)) {
      lines.add("batch: " + counts + " <> " + other.counts);
    }
    return lines;
  }

  private static <K, V> void compare(
      List<String> lines, String what, Map<K, V> left, Map<K, V> right) {
    Map<String, @Nullable V> lefts = byText(left);
    Map<String, @Nullable V> rights = byText(right);
    TreeSet<String> keys = new TreeSet<>(lefts.keySet());
    keys.addAll(rights.keySet());
    for (String key : keys) {
      if (!Objects.equals(lefts.get(key), rights.get(key))) {
        lines.add(what + key + ": " + lefts.get(key) + " <> " + rights.get(key));
      }
    }
  }

  private static <K, V> Map<String, V> byText(Map<K, V> map) {
    Map<String, V> texts = new LinkedHashMap<>();
    map.forEach((key, value) -> texts.put(String.valueOf(key), value));
    return texts;
  }
}
