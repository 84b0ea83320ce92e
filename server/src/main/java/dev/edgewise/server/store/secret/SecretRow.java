package dev.edgewise.server.store.secret;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;

/** A stored secret without its value. */
public record SecretRow(String name, Instant createdAt, Instant updatedAt) {
  static SecretRow read(ResultSet row) throws SQLException {
    return new SecretRow(
        row.getString("name"),
        row.getTimestamp("created_at").toInstant(),
        row.getTimestamp("updated_at").toInstant());
  }
}
