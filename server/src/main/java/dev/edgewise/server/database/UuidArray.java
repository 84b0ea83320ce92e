package dev.edgewise.server.database;

import java.nio.ByteBuffer;
import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.Oid;
import org.postgresql.jdbc.PgArray;

/** Encodes arrays of UUIDs in PostgreSQL's binary format; the driver would send them as text. */
public final class UuidArray {
  private static final int HEADER_BYTES = 5 * Integer.BYTES;
  private static final int ELEMENT_BYTES = Integer.BYTES + 2 * Long.BYTES;

  private UuidArray() {}

  /** An array without nulls. */
  public static Array of(Connection connection, UUID[] ids) throws SQLException {
    return new PgArray(connection.unwrap(BaseConnection.class), Oid.UUID_ARRAY, binary(ids));
  }

  static byte[] binary(UUID[] ids) {
    ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES + ids.length * ELEMENT_BYTES);
    // Number of dimensions, null flag, element type; then size and first index of the one
    // dimension.
    bytes.putInt(1).putInt(0).putInt(Oid.UUID).putInt(ids.length).putInt(1);
    for (UUID id : ids) {
      bytes.putInt(2 * Long.BYTES);
      bytes.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
    }
    return bytes.array();
  }
}
