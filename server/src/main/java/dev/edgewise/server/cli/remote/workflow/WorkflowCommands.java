package dev.edgewise.server.cli.remote.workflow;

import dev.edgewise.server.cli.remote.ClientJson;
import dev.edgewise.server.cli.remote.Column;
import dev.edgewise.server.cli.remote.InputFile;
import dev.edgewise.server.cli.remote.Listing;
import dev.edgewise.server.cli.remote.Query;
import dev.edgewise.server.cli.remote.ServerOptions;
import dev.edgewise.server.cli.remote.ServerReply;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** The commands about workflows. */
@Command(
    name = "workflow",
    description = "Stores, lists, shows, compares, runs and deletes workflows.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      WorkflowCommands.Put.class,
      WorkflowCommands.ListAll.class,
      WorkflowCommands.Show.class,
      RunCommand.class,
      WorkflowCommands.Compare.class,
      WorkflowCommands.Delete.class
    })
public final class WorkflowCommands {
  static final String PATH = "/v1/workflows";

  static String path(String name) {
    return PATH + "/" + Query.segment(name);
  }

  /** Stores a workflow. */
  @Command(
      name = "put",
      description = {
        "Stores a workflow from a JSON or YAML file.",
        "The same content as an existing version is that version; otherwise it is a new one."
      },
      sortOptions = false)
  public static final class Put implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "NAME", description = "the workflow's name")
    private String name;

    @Parameters(index = "1", paramLabel = "FILE", description = "the file, or - for standard input")
    private String file;

    @Mixin private final ServerOptions options = new ServerOptions();

    @Override
    public Integer call() throws Exception {
      String body = InputFile.json(file, "a workflow");
      return options.run((client, out) -> {
        ServerReply reply = client.send("PUT", path(name), body);
        return out.said(
            reply, "workflow %s  version %s".formatted(name, Column.text(reply.json(), "version")));
      });
    }
  }

  /** Lists workflows. */
  @Command(
      name = "list",
      description = "Lists the workflows, or the versions of one.",
      sortOptions = false)
  public static final class ListAll implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", arity = "0..1", description = "lists its versions")
    private @Nullable String name;

    @Mixin private final Listing listing = new Listing();
    @Mixin private final ServerOptions options = new ServerOptions();

    @Override
    public Integer call() throws Exception {
      return options.run((client, out) ->
          listing.print(
              client,
              out,
              Query.of(name == null ? PATH : path(name) + "/versions"),
              Column.of("WORKFLOW", "name"),
              Column.of("VERSION", "version"),
              Column.time("CREATED", "created_at")));
    }
  }

  /** Shows a workflow. */
  @Command(name = "show", description = "Shows a version of a workflow.", sortOptions = false)
  public static final class Show implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "NAME", description = "the workflow's name")
    private String name;

    @Parameters(
        index = "1",
        arity = "0..1",
        paramLabel = "VERSION",
        description = "its version (default: the newest)")
    private @Nullable Integer version;

    @Mixin private final ServerOptions options = new ServerOptions();

    @Override
    public Integer call() throws Exception {
      return options.run((client, out) -> {
        JsonNode view = client.get(Query.of(path(name)).with("version", version).toString());
        if (out.json()) {
          out.line(view.toString());
        } else {
          out.field("workflow", name + " version " + view.path("version"));
          out.field("created", Column.seconds(Column.text(view, "created_at")));
          out.line(ClientJson.pretty(view.path("definition")));
        }
        return 0;
      });
    }
  }

  /** Compares two versions. */
  @Command(
      name = "diff",
      description = "Compares two versions of a workflow, line by line.",
      sortOptions = false)
  public static final class Compare implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "NAME", description = "the workflow's name")
    private String name;

    @Parameters(index = "1", paramLabel = "VERSION", description = "one version")
    private int before;

    @Parameters(index = "2", paramLabel = "VERSION", description = "the other one")
    private int after;

    @Mixin private final ServerOptions options = new ServerOptions();

    @Override
    public Integer call() throws Exception {
      return options.run((client, out) -> {
        Query first = Query.of(path(name)).with("version", before);
        Query second = Query.of(path(name)).with("version", after);
        JsonNode old = client.get(first.toString()).path("definition");
        JsonNode recent = client.get(second.toString()).path("definition");
        List<String> lines = Diff.lines(ClientJson.pretty(old), ClientJson.pretty(recent));
        if (out.json()) {
          out.line(ClientJson.text(lines));
        } else if (lines.isEmpty()) {
          out.line("The versions are equal.");
        } else {
          out.line("--- %s version %d%n+++ %s version %d".formatted(name, before, name, after));
          lines.forEach(out::changed);
        }
        return 0;
      });
    }
  }

  /** Deletes a workflow. */
  @Command(
      name = "delete",
      description = "Deletes a workflow: it cannot be run any more. Its runs stay.",
      sortOptions = false)
  public static final class Delete implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "the workflow's name")
    private String name;

    @Mixin private final ServerOptions options = new ServerOptions();

    @Override
    public Integer call() throws Exception {
      return options.run((client, out) ->
          out.said(client.send("DELETE", path(name), ""), "The workflow " + name + " is deleted."));
    }
  }
}
