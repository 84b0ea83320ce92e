package dev.edgewise.server.cli.remote;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** The option that limits a list, and the printing of one. */
public final class Listing {
  private static final int MOST_AT_ONCE = 1_000;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "20",
      description = "the maximum number of entries (default: 20)")
  private int limit;

  /** The first entries of a list, and where it goes on. */
  public record Page(List<JsonNode> items, @Nullable String next) {

    /** In the form of the server's lists. */
    public String json() {
      Map<String, @Nullable Object> list = new LinkedHashMap<>();
      list.put("items", items);
      list.put("next_cursor", next);
      return ClientJson.text(list);
    }
  }

  /** Prints a list of the server. */
  public int print(Client client, Output out, Query query, Column... columns) {
    Page page = read(client, query);
    if (out.json()) {
      out.line(page.json());
    } else if (page.items().isEmpty()) {
      out.line("No matches.");
    } else {
      out.table(page.items(), columns);
      if (page.next() != null) {
        out.line("There are more. Raise --limit, or add filters.");
      }
    }
    return 0;
  }

  /** Reads as many entries as the limit allows. */
  public Page read(Client client, Query query) {
    if (limit < 1) {
      throw new ParameterException(command.commandLine(), "--limit must be at least 1");
    }
    return read(client, query, limit);
  }

  /** Reads some entries of a list, in as many requests as it takes. */
  public static Page read(Client client, Query query, int limit) {
    List<JsonNode> items = new ArrayList<>();
    String next = null;
    String first = query.toString();
    String separator = first.contains("?") ? "&" : "?";
    do {
      String size = separator + "limit=" + Math.min(limit - items.size(), MOST_AT_ONCE);
      String from = next == null ? "" : "&cursor=" + Query.segment(next);
      JsonNode page = client.get(first + size + from);
      page.path("items").forEach(items::add);
      next = page.path("next_cursor").asString("");
    } while (!next.isEmpty() && items.size() < limit);
    return new Page(items, next.isEmpty() ? null : next);
  }
}
