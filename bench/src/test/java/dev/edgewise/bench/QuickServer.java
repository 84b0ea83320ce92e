package dev.edgewise.bench;

import java.util.List;

/** How a server runs whose figures do not matter. */
public final class QuickServer {

  /** It ends before an optimising compiler has paid for itself. */
  public static final List<String> OPTIONS = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private QuickServer() {}
}
