package dev.edgewise.server.cli.remote.access;

import dev.edgewise.server.cli.remote.ClientException;
import dev.edgewise.server.cli.remote.ClientJson;
import dev.edgewise.server.cli.remote.Column;
import dev.edgewise.server.cli.remote.Listing;
import dev.edgewise.server.cli.remote.Query;
import dev.edgewise.server.cli.remote.ServerOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** The commands about workspaces, for administrators. */
@Command(
    name = "workspace",
    description = "Creates, changes, lists and deletes workspaces.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      WorkspaceCommands.Put.class,
      WorkspaceCommands.ListAll.class,
      WorkspaceCommands.Show.class,
      WorkspaceCommands.Delete.class
    })
public final class WorkspaceCommands {
  private static final String PATH = "/v1/workspaces";
  private static final Column[] COLUMNS = {
    Column.of("WORKSPACE", WorkspaceCommands::name),
    Column.of("QUEUED", "queued"),
    Column.of("RUNNING", "running"),
    Column.of("MAX QUEUED", "max_queued"),
    Column.of("MAX RUNNING", "max_running"),
    Column.of("SUBMISSIONS/MIN", "submissions_per_minute"),
    Column.time("CREATED", "created_at")
  };

  private static String name(JsonNode row) {
    return Column.text(row, "tenant") + "/" + Column.text(row, "workspace");
  }

  private static String path(String name) {
    String[] parts = name.split("/", -1);
    if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
      throw new ClientException(name + " is not a workspace: write it like acme/blue.");
    }
    return PATH + "/" + Query.segment(parts[0]) + "/" + Query.segment(parts[1]);
  }

  /** Creates or changes a workspace. */
  @Command(
      name = "put",
      description = "Creates a workspace, or changes its limits; a limit not given is none.",
      sortOptions = false)
  public static final class Put implements Callable<Integer> {
    @Parameters(paramLabel = "TENANT/NAME", description = "the workspace")
    private String name;

    @Option(names = "--max-queued", paramLabel = "N", description = "ready tasks at most")
    private @Nullable Integer queued;

    @Option(names = "--max-running", paramLabel = "N", description = "running tasks at most")
    private @Nullable Integer running;

    @Option(
        names = "--submissions-per-minute",
        paramLabel = "N",
        description = "submissions per minute at most")
    private @Nullable Integer submissions;

    @Mixin private final ServerOptions options = new ServerOptions();

    @Override
    public Integer call() throws Exception {
      Map<String, @Nullable Object> quotas = new HashMap<>();
      quotas.put("max_queued", queued);
      quotas.put("max_running", running);
      quotas.put("submissions_per_minute", submissions);
      return options.run((client, out) ->
          out.said(
              client.send("PUT", path(name), ClientJson.text(quotas)),
              "The workspace " + name + " is stored."));
    }
  }

  /** Lists the workspaces. */
  @Command(name = "list", description = "Lists the workspaces.", sortOptions = false)
  public static final class ListAll implements Callable<Integer> {
    @Mixin private final Listing listing = new Listing();
    @Mixin private final ServerOptions options = new ServerOptions();

    @Override
    public Integer call() throws Exception {
      return options.run((client, out) -> listing.print(client, out, Query.of(PATH), COLUMNS));
    }
  }

  /** Shows a workspace. */
  @Command(name = "show", description = "Shows a workspace.", sortOptions = false)
  public static final class Show implements Callable<Integer> {
    @Parameters(paramLabel = "TENANT/NAME", description = "the workspace")
    private String name;

    @Mixin private final ServerOptions options = new ServerOptions();

    @Override
    public Integer call() throws Exception {
      return options.run((client, out) -> {
        JsonNode view = client.get(path(name));
        if (out.json()) {
          out.line(view.toString());
        } else {
          out.table(List.of(view), COLUMNS);
        }
        return 0;
      });
    }
  }

  /** Deletes a workspace. */
  @Command(name = "delete", description = "Deletes an empty workspace.", sortOptions = false)
  public static final class Delete implements Callable<Integer> {
    @Parameters(paramLabel = "TENANT/NAME", description = "the workspace")
    private String name;

    @Mixin private final ServerOptions options = new ServerOptions();

    @Override
    public Integer call() throws Exception {
      return options.run((client, out) ->
          out.said(
              client.send("DELETE", path(name), ""), "The workspace " + name + " is deleted."));
    }
  }
}
