package dev.edgewise.server.store.submission;

import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.store.ConditionLetters;
import dev.edgewise.server.store.read.TaskDetail.Parent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/** The edges of one task in one direction; a submission has too many for an object each. */
final class Edges {
  private int[] numbers;
  private Condition[] conditions;
  private int size;

  Edges(int expected) {
    numbers = new int[expected];
    conditions = new Condition[expected];
  }

  void add(int other, Condition condition) {
    if (size == numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * size + 2);
      conditions = Arrays.copyOf(conditions, 2 * size + 2);
    }
    numbers[size] = other;
    conditions[size++] = condition;
  }

  boolean contains(int other) {
    for (int i = 0; i < size; i++) {
      if (numbers[i] == other) {
        return true;
      }
    }
    return false;
  }

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  /** The numbers at the other ends. */
  int[] numbers() {
    return Arrays.copyOf(numbers, size);
  }

  /** The conditions in the same order. */
  Condition[] conditions() {
    return Arrays.copyOf(conditions, size);
  }

  /** The conditions in the same order, as they are stored. */
  String letters() {
    return ConditionLetters.of(conditions, size);
  }

  List<Parent> parents(UUID batchId, List<Row> all) {
    List<Parent> parents = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      Row parent = all.get(numbers[i] - 1);
      parents.add(
          new Parent(parent.spec.localId(), new TaskKey(batchId, parent.no), conditions[i]));
    }
    return parents;
  }
}
