package dev.edgewise.server.postgres;

/** How to reach an embedded PostgreSQL from this machine. */
public record PostgresAddress(String jdbcUrl, String user, String password) {

  static PostgresAddress of(int port, String password) {
    // On the loopback there is nobody to hide from, and each attempt to would cost a round trip.
    return new PostgresAddress(
        "jdbc:postgresql://127.0.0.1:" + port + "/postgres?sslmode=disable&gssEncMode=disable",
        Cluster.USER,
        password);
  }

  /** The address without the password. */
  @Override
  public String toString() {
    return user + " at " + jdbcUrl;
  }
}
