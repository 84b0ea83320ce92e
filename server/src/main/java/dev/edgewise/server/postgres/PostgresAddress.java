package dev.edgewise.server.postgres;

/** The address and credentials of an embedded PostgreSQL. */
public record PostgresAddress(String jdbcUrl, String user, String password) {

  static PostgresAddress of(int port, String password) {
    // The loopback needs no encryption, and negotiating it would cost a round trip.
    return new PostgresAddress(
        "jdbc:postgresql://127.0.0.1:" + port + "/postgres?sslmode=disable&gssEncMode=disable",
        Cluster.USER,
        password);
  }

  /** Returns the address without the password. */
  @Override
  public String toString() {
    return user + " at " + jdbcUrl;
  }
}
