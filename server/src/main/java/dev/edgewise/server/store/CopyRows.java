package dev.edgewise.server.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.util.ByteConverter;

/**
 * Rows in the binary form of {@code COPY}, which PostgreSQL takes without parsing, written field by
 * field. It looks at no types: a field must have the form of its column's.
 */
public final class CopyRows {
  private static final byte[] START = "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0".getBytes(ISO_8859_1);
  private static final byte[] END = {-1, -1};
  private static final int NULL = -1;
  private static final int INTEGER_OID = 23;
  private static final Instant EPOCH = Instant.parse("2000-01-01T00:00:00Z");

  private byte[] bytes = new byte[64 * 1024];
  private int size;

  /** Copies the parts into the table that the statement names. */
  public static void copy(Handle handle, String sql, Iterable<CopyRows> parts) {
    try {
      CopyIn copy = handle.getConnection().unwrap(PGConnection.class).getCopyAPI().copyIn(sql);
      try {
        copy.writeToCopy(START, 0, START.length);
        for (CopyRows part : parts) {
          copy.writeToCopy(part.bytes, 0, part.size);
        }
        copy.writeToCopy(END, 0, END.length);
        copy.endCopy();
      } finally {
        if (copy.isActive()) {
          copy.cancelCopy();
        }
      }
    } catch (SQLException e) {
      throw new CopyException(e);
    }
  }

  /** The database did not take the rows. */
  public static final class CopyException extends RuntimeException {
    private static final long serialVersionUID = 1;

    CopyException(SQLException cause) {
      super(cause.getMessage(), cause);
    }
  }

  /** Begins the next row. */
  public void row(int fields) {
    room(Short.BYTES);
    ByteConverter.int2(bytes, size, fields);
    size += Short.BYTES;
  }

  public void add(UUID value) {
    raw(2 * Long.BYTES);
    raw8(value.getMostSignificantBits());
    raw8(value.getLeastSignificantBits());
  }

  public void addNull() {
    raw(NULL);
  }

  public void add(int value) {
    raw(Integer.BYTES);
    raw(value);
  }

  public void add(@Nullable Long value) {
    if (value == null) {
      raw(NULL);
    } else {
      raw(Long.BYTES);
      raw8(value);
    }
  }

  public void add(boolean value) {
    raw(1);
    room(1);
    bytes[size++] = (byte) (value ? 1 : 0);
  }

  /** A text, or a JSON value whose column keeps it as it is written. */
  public void add(@Nullable String value) {
    if (value == null) {
      raw(NULL);
    } else {
      raw(value.getBytes(UTF_8));
    }
  }

  /** A JSON value whose column keeps what it means. */
  public void addJsonb(@Nullable String value) {
    // The first byte is the version of the form.
    add(value == null ? null : '\1' + value);
  }

  /** A time, to the microsecond. */
  public void add(@Nullable Instant value) {
    if (value == null) {
      raw(NULL);
    } else {
      raw(Long.BYTES);
      raw8(ChronoUnit.MICROS.between(EPOCH, value));
    }
  }

  /** An array: dimensions, flags, type, then length and first index unless it is empty. */
  public void add(int[] values) {
    boolean empty = values.length == 0;
    raw((empty ? 3 : 5) * Integer.BYTES + values.length * 2 * Integer.BYTES);
    raw(empty ? 0 : 1);
    raw(0);
    raw(INTEGER_OID);
    if (!empty) {
      raw(values.length);
      raw(1);
    }
    for (int value : values) {
      add(value);
    }
  }

  private void raw(byte[] value) {
    raw(value.length);
    room(value.length);
    System.arraycopy(value, 0, bytes, size, value.length);
    size += value.length;
  }

  private void raw(int value) {
    room(Integer.BYTES);
    ByteConverter.int4(bytes, size, value);
    size += Integer.BYTES;
  }

  private void raw8(long value) {
    room(Long.BYTES);
    ByteConverter.int8(bytes, size, value);
    size += Long.BYTES;
  }

  private void room(int more) {
    if (bytes.length - size < more) {
      grow(more);
    }
  }

  private void grow(int more) {
    bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
  }
}
