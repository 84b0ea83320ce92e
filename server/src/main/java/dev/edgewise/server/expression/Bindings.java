package dev.edgewise.server.expression;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The values that expressions read from the database, fetched in sets and parsed once. */
final class Bindings {
  private final Handle handle;
  private final Map<Need, String> texts = new HashMap<>();
  private final Map<Need, Read> values = new HashMap<>();
  private final Set<Need> fetched = new HashSet<>();
  private long chars;

  /** The part of a task or batch that is read. */
  enum Part {
    RESULT,
    INPUTS,
    METADATA,
    ITEM
  }

  /** One value to read. Inputs belong to the batch, which has the task number 0. */
  record Need(Part part, TaskKey task) {
    static Need inputs(UUID batchId) {
      return new Need(Part.INPUTS, new TaskKey(batchId, 0));
    }
  }

  /** A parsed value and its size in memory. */
  private record Read(Object value, long bytes) {}

  Bindings(Handle handle) {
    this.handle = handle;
  }

  boolean knows(Need need) {
    return fetched.contains(need);
  }

  /**
   * Fetches the values that are not in memory with at most one statement. If they are too large
   * together, it fetches only the first ones.
   */
  void fetch(Collection<Need> needs) {
    var columns = new Columns();
    var parts = columns.texts("parts");
    var named = columns.keys();
    Set<Need> asked = new LinkedHashSet<>(needs);
    asked.removeAll(fetched);
    if (asked.isEmpty()) {
      return;
    }
    if (chars > Limits.EXPRESSION_MAX_READ_BYTES) {
      forget();
      asked.addAll(needs);
    }
    for (Need need : asked) {
      parts.add(need.part());
      named.add(need.task());
    }
    fetched.addAll(asked);
    columns
        .bindTo(handle.createQuery(Sql.named("expression/values")))
        .bind("max_bytes", Limits.EXPRESSION_MAX_READ_BYTES)
        .map((row, _) -> {
          TaskKey task = new TaskKey(row.getObject("batch_id", UUID.class), row.getInt("no"));
          Need need = new Need(Part.valueOf(row.getString("part")), task);
          return row.getBoolean("fits") ? keep(need, row.getString("value")) : fetched.remove(need);
        })
        .list();
  }

  private boolean keep(Need need, @Nullable String text) {
    if (text != null) {
      texts.put(need, text);
      chars += text.length();
    }
    return true;
  }

  private void forget() {
    texts.clear();
    values.clear();
    fetched.clear();
    chars = 0;
  }

  /** Returns a fetched value; a missing one is null in CEL. */
  Object value(Need need, Budget budget) {
    if (!fetched.contains(need)) {
      throw new ExpressionException(
          "the values that it reads have more than "
              + Limits.EXPRESSION_MAX_READ_BYTES / 1024 / 1024
              + " MiB of JSON");
    }
    Read known = values.get(need);
    if (known != null) {
      budget.bytesReadBefore(known.bytes());
      return known.value();
    }
    String text = texts.get(need);
    long before = budget.bytes();
    Object value = Values.read(text, budget);
    values.put(need, new Read(value, budget.bytes() - before));
    return value;
  }
}
