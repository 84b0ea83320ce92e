package dev.edgewise.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.stream.Collectors;

/** The body that submits a graph. */
public final class Submission {

  /** The kind of every task that is to be done. */
  public static final String KIND = "bench";

  private static final int TIMEOUT_SECS = 600;

  private Submission() {}

  /** For workers. */
  public static byte[] of(Graph graph) {
    return body(graph, KIND, "");
  }

  /** For nobody: its first tasks are never taken, so all others wait. */
  public static byte[] waiting(Graph graph) {
    return body(graph, "waiting", "");
  }

  /** For a receiver of webhooks. */
  public static byte[] of(Graph graph, String url) {
    return body(
        graph,
        KIND,
        ",\"on_start\":{\"kind\":\"Webhook\",\"params\":{\"url\":\""
            + url
            + "\",\"verb\":\"Post\"}}");
  }

  private static byte[] body(Graph graph, String kind, String action) {
    var json = new StringBuilder(graph.size() * 100 + graph.edges() * 45);
    json.append("{\"name\":\"bench\",\"tasks\":[");
    for (int no = 0; no < graph.size(); no++) {
      json.append(no == 0 ? "" : ",").append("{\"id\":\"t").append(no);
      json.append("\",\"name\":\"task ").append(no);
      json.append("\",\"kind\":\"").append(kind);
      json.append("\",\"timeout\":" + TIMEOUT_SECS).append(action);
      json.append(",\"dependencies\":[");
      json.append(
          graph
              .parents(no)
              .mapToObj(parent -> "{\"id\":\"t" + parent + "\",\"condition\":\"on_success\"}")
              .collect(Collectors.joining(",")));
      json.append("]}");
    }
    return json.append("]}").toString().getBytes(UTF_8);
  }
}
