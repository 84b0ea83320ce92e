package dev.edgewise.server.expression;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.expression.Bindings.Need;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.Database;
import dev.edgewise.server.store.Reads;
import dev.edgewise.server.store.Sql;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Evaluates the expressions in what executors and receivers get. */
public final class Rendering {
  private static final int MAX_BYTES = Budget.MAX_CHARS;

  private final Database database;
  private final Language language;

  /** A JSON value of a task with expressions in its strings: its input, or an action. */
  public record Raw(TaskKey task, String json) {}

  /** What became of it. */
  public sealed interface Rendered {
    /** The JSON text with every expression evaluated. */
    record Ready(String json) implements Rendered {}

    /** An expression failed, for this reason. */
    record Failed(String reason) implements Rendered {}
  }

  /** A raw value on its way. */
  private record Draft(TaskKey task, @Nullable Template template, String problem) {}

  public Rendering(Database database, Language language) {
    this.database = database;
    this.language = language;
  }

  /**
   * Evaluates many at once, with the same few statements as for one, and none when there is no
   * expression; the answers keep the order.
   */
  public List<Rendered> render(List<Raw> raws) {
    List<Draft> drafts = raws.stream().map(this::draft).toList();
    List<Draft> reading =
        drafts.stream()
            .filter(draft -> draft.template() != null && !draft.template().references().isEmpty())
            .toList();
    if (reading.isEmpty()) {
      return drafts.stream().map(draft -> render(draft, Map.of(), _ -> "")).toList();
    }
    return database
        .engine()
        .withHandle(handle -> {
          Map<TaskKey, Reader> readers = readers(handle, reading);
          Bindings bindings = bindings(handle, reading, readers);
          return drafts.stream().map(draft -> render(draft, readers, bindings::value)).toList();
        });
  }

  private Draft draft(Raw raw) {
    try {
      return new Draft(raw.task(), language.template(raw.json()), "");
    } catch (ExpressionException e) {
      return new Draft(raw.task(), null, e.getMessage());
    }
  }

  private static Map<TaskKey, Reader> readers(Handle handle, List<Draft> drafts) {
    var columns = new Columns();
    var named = columns.keys();
    drafts.stream()
        .map(Draft::task)
        .distinct()
        .forEach(task -> {
          named.add(task);
        });
    Map<TaskKey, Reader> readers = new HashMap<>();
    columns
        .bindTo(handle.createQuery(Sql.named("expression/readers")))
        .map((row, _) -> {
          TaskKey task = new TaskKey(row.getObject("batch_id", UUID.class), row.getInt("no"));
          var reads = Reads.of(row.getString("reads"));
          return readers.put(task, new Reader(task, task, reads, row.getInt("item_index")));
        })
        .list();
    return readers;
  }

  private static Bindings bindings(
      Handle handle, List<Draft> drafts, Map<TaskKey, Reader> readers) {
    Set<Need> needs = new LinkedHashSet<>();
    for (Draft draft : drafts) {
      Reader reader = readers.get(draft.task());
      if (reader != null && draft.template() != null) {
        needs.addAll(reader.needs(draft.template().references()));
      }
    }
    Bindings bindings = new Bindings(handle);
    bindings.fetch(needs);
    return bindings;
  }

  private static Rendered render(
      Draft draft, Map<TaskKey, Reader> readers, Function<Need, Object> values) {
    Template template = draft.template();
    if (template == null) {
      return new Rendered.Failed(draft.problem());
    }
    try {
      Reader reader =
          readers.getOrDefault(draft.task(), new Reader(draft.task(), draft.task(), Map.of(), -1));
      Scope scope = reader.scope(template.references(), values);
      return new Rendered.Ready(template.render(scope, MAX_BYTES));
    } catch (ExpressionException e) {
      return new Rendered.Failed(e.getMessage());
    }
  }
}
