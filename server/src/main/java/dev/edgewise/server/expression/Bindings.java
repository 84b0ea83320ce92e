package dev.edgewise.server.expression;

import dev.cel.common.values.NullValue;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.Sql;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The values that expressions read from the database: fetched in sets, parsed once. */
final class Bindings {
  private final Handle handle;
  private final Map<Need, String> texts = new HashMap<>();
  private final Map<Need, Object> values = new HashMap<>();
  private final Set<Need> fetched = new LinkedHashSet<>();

  /** What of a task, or of its batch, is read. */
  enum Part {
    RESULT,
    INPUTS,
    METADATA,
    ITEM
  }

  /** One value; inputs belong to the batch, whose number is 0. */
  record Need(Part part, TaskKey task) {
    static Need inputs(UUID batchId) {
      return new Need(Part.INPUTS, new TaskKey(batchId, 0));
    }
  }

  Bindings(Handle handle) {
    this.handle = handle;
  }

  boolean knows(Need need) {
    return fetched.contains(need);
  }

  /** Fetches those that are not known yet with one statement, or none. */
  void fetch(Collection<Need> needs) {
    var columns = new Columns();
    var parts = columns.texts("parts");
    var named = columns.keys();
    for (Need need : needs) {
      if (fetched.add(need)) {
        parts.add(need.part());
        named.add(need.task());
      }
    }
    if (parts.size() == 0) {
      return;
    }
    columns
        .bindTo(handle.createQuery(Sql.named("expression/values")))
        .map((row, _) -> {
          TaskKey task = new TaskKey(row.getObject("batch_id", UUID.class), row.getInt("no"));
          return texts.put(new Need(Part.valueOf(row.getString("part")), task), row.getString(4));
        })
        .list();
  }

  /** A fetched value as its JSON text; null when it does not exist. */
  @Nullable String text(Need need) {
    return texts.get(need);
  }

  /** A fetched value; what does not exist is null in CEL. */
  Object value(Need need) {
    Object known = values.get(need);
    if (known != null) {
      return known;
    }
    String text = texts.get(need);
    Object value = text == null ? NullValue.NULL_VALUE : Values.read(text);
    values.put(need, value);
    return value;
  }
}
