package dev.edgewise.server.store.export;

import blue.strategic.parquet.Dehydrator;
import blue.strategic.parquet.ParquetWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;

/** A Parquet file with the columns of a query. */
final class ParquetRows implements AutoCloseable {
  private final ParquetWriter<ResultSet> writer;

  /** How values of a column are stored. */
  private enum Form {
    BOOLEAN,
    INTEGER,
    LONG,
    TIME,
    TEXT;

    static Form of(String databaseType) {
      return switch (databaseType) {
        case "bool" -> BOOLEAN;
        case "int4" -> INTEGER;
        case "int8" -> LONG;
        case "timestamptz" -> TIME;
        default -> TEXT;
      };
    }

    Type type(String name) {
      return switch (this) {
        case BOOLEAN -> Types.optional(PrimitiveTypeName.BOOLEAN).named(name);
        case INTEGER -> Types.optional(PrimitiveTypeName.INT32).named(name);
        case LONG -> Types.optional(PrimitiveTypeName.INT64).named(name);
        case TIME ->
            Types.optional(PrimitiveTypeName.INT64)
                .as(LogicalTypeAnnotation.timestampType(true, TimeUnit.MICROS))
                .named(name);
        case TEXT ->
            Types.optional(PrimitiveTypeName.BINARY)
                .as(LogicalTypeAnnotation.stringType())
                .named(name);
      };
    }

    @Nullable Object read(ResultSet row, int index) throws SQLException {
      Object value =
          switch (this) {
            case BOOLEAN -> row.getBoolean(index);
            case INTEGER -> row.getInt(index);
            case LONG -> row.getLong(index);
            case TIME -> row.getTimestamp(index) == null ? null : micros(row, index);
            case TEXT -> row.getString(index);
          };
      return row.wasNull() ? null : value;
    }

    private static long micros(ResultSet row, int index) throws SQLException {
      return ChronoUnit.MICROS.between(Instant.EPOCH, row.getTimestamp(index).toInstant());
    }
  }

  private record Column(int index, String name, Form form) {}

  private ParquetRows(ParquetWriter<ResultSet> writer) {
    this.writer = writer;
  }

  static ParquetRows create(Path file, String table, ResultSetMetaData query)
      throws IOException, SQLException {
    List<Column> columns = new ArrayList<>();
    for (int i = 1; i <= query.getColumnCount(); i++) {
      columns.add(new Column(i, query.getColumnLabel(i), Form.of(query.getColumnTypeName(i))));
    }
    Type[] types =
        columns.stream().map(column -> column.form().type(column.name())).toArray(Type[]::new);
    Files.deleteIfExists(file);
    Dehydrator<ResultSet> values =
        (row, out) -> {
          try {
            for (Column column : columns) {
              Object value = column.form().read(row, column.index());
              if (value != null) {
                out.write(column.name(), value);
              }
            }
          } catch (SQLException e) {
            throw new IllegalStateException(e);
          }
        };
    return new ParquetRows(
        ParquetWriter.writeFile(new MessageType(table, types), file.toFile(), values));
  }

  /** Writes all rows; says how many they are. */
  long write(ResultSet rows) throws IOException, SQLException {
    long count = 0;
    while (rows.next()) {
      writer.write(rows);
      count++;
    }
    return count;
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}
