package dev.edgewise.server.store.export;

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
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;

/** A Parquet file with the columns of a query. */
final class ParquetRows implements AutoCloseable {
  /** Small groups let readers skip those without the tasks they look for. */
  private static final int ROW_GROUP_MAX_ROWS = 10_000;

  private final ParquetWriter<ResultSet> writer;

  /** How values of a column are stored. */
  private enum Form {
    BOOLEAN,
    INTEGER,
    LONG,
    TIME,
    TEXT,
    ULID;

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
        case TEXT, ULID ->
            Types.optional(PrimitiveTypeName.BINARY)
                .as(LogicalTypeAnnotation.stringType())
                .named(name);
      };
    }

    /** Writes the value of a column; nothing if it is null. */
    void copy(ResultSet row, Column column, RecordConsumer out) throws SQLException {
      int index = column.index();
      if (row.getObject(index) == null) {
        return;
      }
      out.startField(column.name(), index - 1);
      switch (this) {
        case BOOLEAN -> out.addBoolean(row.getBoolean(index));
        case INTEGER -> out.addInteger(row.getInt(index));
        case LONG -> out.addLong(row.getLong(index));
        case TIME -> out.addLong(micros(row, index));
        case TEXT -> out.addBinary(Binary.fromString(row.getString(index)));
        case ULID -> out.addBinary(Binary.fromString(Ulid.of(row.getString(index))));
      }
      out.endField(column.name(), index - 1);
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
      String name = query.getColumnLabel(i);
      boolean version = name.equals("row_version");
      columns.add(new Column(i, name, version ? Form.ULID : Form.of(query.getColumnTypeName(i))));
    }
    Type[] types =
        columns.stream().map(column -> column.form().type(column.name())).toArray(Type[]::new);
    Files.deleteIfExists(file);
    return new ParquetRows(
        new Builder(new LocalOutputFile(file), new MessageType(table, types), columns)
            .withRowGroupRowCountLimit(ROW_GROUP_MAX_ROWS)
            .withCompressionCodec(CompressionCodecName.SNAPPY)
            .build());
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

  private static final class Builder extends ParquetWriter.Builder<ResultSet, Builder> {
    private final MessageType schema;
    private final List<Column> columns;

    Builder(OutputFile file, MessageType schema, List<Column> columns) {
      super(file);
      this.schema = schema;
      this.columns = columns;
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    protected WriteSupport<ResultSet> getWriteSupport(ParquetConfiguration configuration) {
      return new Copy(schema, columns);
    }

    @Override
    @Deprecated
    protected WriteSupport<ResultSet> getWriteSupport(Configuration configuration) {
      return new Copy(schema, columns);
    }
  }

  /** Copies the current row of a result set. */
  private static final class Copy extends WriteSupport<ResultSet> {
    private final MessageType schema;
    private final List<Column> columns;
    private @Nullable RecordConsumer out;

    Copy(MessageType schema, List<Column> columns) {
      this.schema = schema;
      this.columns = columns;
    }

    @Override
    public WriteContext init(ParquetConfiguration configuration) {
      return new WriteContext(schema, Map.of());
    }

    @Override
    @Deprecated
    public WriteContext init(Configuration configuration) {
      return new WriteContext(schema, Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer consumer) {
      out = consumer;
    }

    @Override
    public void write(ResultSet row) {
      RecordConsumer record = Objects.requireNonNull(out);
      record.startMessage();
      try {
        for (Column column : columns) {
          column.form().copy(row, column, record);
        }
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
      record.endMessage();
    }
  }
}
