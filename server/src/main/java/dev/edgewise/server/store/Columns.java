package dev.edgewise.server.store;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.database.UuidArray;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/** Rows gathered column by column and bound as arrays, for statements that unnest them. */
public final class Columns {
  private final List<Column> columns = new ArrayList<>();

  /** One array parameter. */
  public static final class Column implements Argument {
    private static final Object[] NOTHING = {};

    private final String name;
    private final String type;
    private final Object[] typed;
    private final List<@Nullable Object> values = new ArrayList<>();
    private boolean filled;

    /**
     * @param typed an array of the values' class, by which the driver knows that they can travel in
     *     binary form; as plain objects they are written and read as text
     */
    private Column(String name, String type, Object[] typed) {
      this.name = name;
      this.type = type;
      this.typed = typed;
    }

    /** Adds a value; instants and enums travel as text. */
    public void add(@Nullable Object value) {
      values.add(value instanceof Instant || value instanceof Enum<?> ? value.toString() : value);
      filled |= value != null;
    }

    @Override
    public void apply(int position, PreparedStatement statement, StatementContext context)
        throws SQLException {
      // Where all are null none has to travel: unnest fills the column up.
      Object[] sent = filled ? values.toArray(typed) : NOTHING;
      statement.setArray(
          position,
          sent instanceof UUID[] ids
              ? UuidArray.of(statement.getConnection(), ids)
              : statement.getConnection().createArrayOf(type, sent));
    }

    public int size() {
      return values.size();
    }
  }

  /** The two columns that name tasks. */
  public record Keys(Column batches, Column nos) {
    public void add(TaskKey task) {
      batches.add(task.batchId());
      nos.add(task.no());
    }

    public int size() {
      return nos.size();
    }
  }

  /** The columns {@code batches} and {@code nos}. */
  public Keys keys() {
    return new Keys(uuids("batches"), integers("nos"));
  }

  /** The same with a prefix. */
  public Keys keys(String prefix) {
    return new Keys(uuids(prefix + "_batches"), integers(prefix + "_nos"));
  }

  public Column uuids(String name) {
    return column(name, "uuid", new UUID[0]);
  }

  public Column integers(String name) {
    return column(name, "int4", new Integer[0]);
  }

  public Column longs(String name) {
    return column(name, "int8", new Long[0]);
  }

  public Column doubles(String name) {
    return column(name, "float8", new Double[0]);
  }

  public Column texts(String name) {
    return column(name, "text", new String[0]);
  }

  public Column bytes(String name) {
    return column(name, "bytea", new byte[0][]);
  }

  public Column booleans(String name) {
    return column(name, "bool", new Boolean[0]);
  }

  private Column column(String name, String type, Object[] typed) {
    Column column = new Column(name, type, typed);
    columns.add(column);
    return column;
  }

  /** Whether there is no column. */
  public boolean isEmpty() {
    return columns.isEmpty();
  }

  /** Binds every column under its name. */
  public <S extends SqlStatement<S>> S bindTo(S statement) {
    S bound = statement;
    for (Column column : columns) {
      bound = bound.bind(column.name, column);
    }
    return bound;
  }

  /** A single array of ids, bound under its name. */
  public static Argument of(Iterable<UUID> ids) {
    Column column = new Column("", "uuid", new UUID[0]);
    ids.forEach(column::add);
    return column;
  }

  /** A single array of numbers. */
  public static Argument integers(Iterable<Integer> numbers) {
    Column column = new Column("", "int4", new Integer[0]);
    numbers.forEach(column::add);
    return column;
  }

  /** A single array of texts. */
  public static Argument texts(Iterable<String> texts) {
    Column column = new Column("", "text", new String[0]);
    texts.forEach(column::add);
    return column;
  }
}
