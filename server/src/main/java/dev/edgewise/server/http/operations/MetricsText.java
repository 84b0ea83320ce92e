package dev.edgewise.server.http.operations;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The metrics in the Prometheus text format, as one workspace may see them. */
final class MetricsText {
  private static final Pattern WORKSPACE =
      Pattern.compile("[{,]workspace=\"((?:[^\"\\\\]|\\\\.)*)\"");

  /** Names hosts that webhooks of any workspace call. */
  private static final String CIRCUITS = "webhook_circuit_state{";

  private MetricsText() {}

  /**
   * Removes what belongs to other workspaces: the series with another workspace's label, and the
   * names of hosts.
   */
  static String of(String workspace, String all) {
    String own = workspace.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    return all.lines()
        .filter(line -> line.startsWith("#") || shown(line, own))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static boolean shown(String line, String own) {
    if (line.startsWith(CIRCUITS)) {
      return false;
    }
    Matcher label = WORKSPACE.matcher(line);
    return !label.find() || label.group(1).equals(own);
  }
}
