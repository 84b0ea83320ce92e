package dev.edgewise.bench.peers;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The systems that are measured beside Edgewise. */
public enum Peer {
  DB_SCHEDULER("db-scheduler", Platform.JVM, Shape.INDEPENDENT, "dependencies, conditions"),
  JOBRUNR(
      "jobrunr",
      Platform.JVM,
      Shape.INDEPENDENT,
      "dependencies, conditions (its paid edition can)"),
  DBOS("transact", Platform.JVM, Shape.BARRIERS, "a graph as data; conditions are code"),
  PG_BOSS("pg-boss", Platform.NODE, Shape.EDGES, "conditions: below a failure jobs stay blocked"),
  GRAPHILE_WORKER("graphile-worker", Platform.NODE, Shape.INDEPENDENT, "dependencies, conditions"),
  RESTATE(
      "@restatedev/restate-server",
      Platform.NODE,
      Shape.BARRIERS,
      "a graph as data; conditions are code");

  /** What a peer's program needs. */
  enum Platform {
    JVM,
    NODE
  }

  private final String artifact;
  private final Platform platform;
  private final Shape shape;
  private final String missing;

  Peer(String artifact, Platform platform, Shape shape, String missing) {
    this.artifact = artifact;
    this.platform = platform;
    this.shape = shape;
    this.missing = missing;
  }

  /** The name of its library in its registry. */
  String artifact() {
    return artifact;
  }

  Platform platform() {
    return platform;
  }

  public Shape shape() {
    return shape;
  }

  /** What it cannot express. */
  public String missing() {
    return missing;
  }

  /** Whether it keeps its state in PostgreSQL. */
  boolean stored() {
    return this != RESTATE;
  }

  /** The one with a name on the command line. */
  public static Optional<Peer> named(String name) {
    return Arrays.stream(values()).filter(peer -> peer.toString().equals(name)).findFirst();
  }

  /** The name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
