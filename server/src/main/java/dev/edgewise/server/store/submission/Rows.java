package dev.edgewise.server.store.submission;

import dev.edgewise.core.graph.Dependency;
import dev.edgewise.core.graph.TaskSpec;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.TaskKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/** The graph of a submission with numbers instead of positions: what is inserted for each task. */
final class Rows {
  private final List<Row> rows = new ArrayList<>();

  /** One task to insert and its edges inside the batch. */
  static final class Row {
    final TaskSpec spec;
    final int no;
    final Edges parents = new Edges();
    final Edges children = new Edges();
    final List<Dependency.Foreign> foreign = new ArrayList<>();

    /** The tasks whose results it reads, by their local ids, once the batch has an id. */
    final Map<String, Function<UUID, UUID>> reads = new LinkedHashMap<>();

    Row(TaskSpec spec, int no) {
      this.spec = spec;
      this.no = no;
    }

    /** Whether the transaction has to settle the task after inserting it. */
    boolean toAdmit() {
      boolean decided =
          spec.flow().inline() || spec.flow().when() != null || spec.flow().spread() != null;
      return !foreign.isEmpty() || (decided && parents.isEmpty());
    }

    /** The state the row is inserted with. */
    String status() {
      return parents.isEmpty() && foreign.isEmpty() && !toAdmit() ? "pending" : "waiting";
    }
  }

  /** Numbers and conditions as array literals. */
  static final class Edges {
    private final StringBuilder numbers = new StringBuilder("{");
    private final StringBuilder conditions = new StringBuilder("{");

    void add(int no, Condition condition) {
      if (!isEmpty()) {
        numbers.append(',');
        conditions.append(',');
      }
      numbers.append(no);
      conditions.append(condition.wireName());
    }

    boolean isEmpty() {
      return numbers.length() == 1;
    }

    String numbers() {
      return numbers + "}";
    }

    String conditions() {
      return conditions + "}";
    }
  }

  /** Numbers the tasks that are to be created and ties their edges. */
  static Rows of(List<TaskSpec> tasks, Duplicates duplicates) {
    Rows result = new Rows();
    int[] numbers = new int[tasks.size()];
    for (int i = 0; i < tasks.size(); i++) {
      if (!duplicates.contains(i)) {
        numbers[i] = result.rows.size() + 1;
        result.rows.add(new Row(tasks.get(i), numbers[i]));
      }
    }
    for (Row row : result.rows) {
      for (Dependency dependency : row.spec.dependencies()) {
        switch (duplicates.resolve(dependency)) {
          case Dependency.Local(int index, Condition condition) ->
              result.tie(numbers[index], row, condition);
          case Dependency.Foreign foreign -> row.foreign.add(foreign);
        }
      }
      for (int read : row.spec.reads()) {
        row.reads.put(
            tasks.get(read).localId(),
            switch (duplicates.resolve(new Dependency.Local(read, Condition.ALWAYS))) {
              case Dependency.Local(int index, _) ->
                  batchId -> new TaskKey(batchId, numbers[index]).publicId();
              case Dependency.Foreign(UUID taskId, _) -> _ -> taskId;
            });
      }
    }
    return result;
  }

  private void tie(int parent, Row child, Condition condition) {
    child.parents.add(parent, condition);
    rows.get(parent - 1).children.add(child.no, condition);
  }

  List<Row> all() {
    return rows;
  }
}
