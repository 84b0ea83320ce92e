package dev.edgewise.bench;

import java.util.List;

/** The Java options of a server whose figures do not matter. */
public final class QuickServer {

  /** The server ends before an optimising compiler would pay off. */
  public static final List<String> OPTIONS = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private QuickServer() {}
}
