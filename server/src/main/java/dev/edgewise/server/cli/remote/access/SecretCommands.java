package dev.edgewise.server.cli.remote.access;

import dev.edgewise.server.cli.remote.ClientException;
import dev.edgewise.server.cli.remote.ClientJson;
import dev.edgewise.server.cli.remote.Column;
import dev.edgewise.server.cli.remote.Listing;
import dev.edgewise.server.cli.remote.Query;
import dev.edgewise.server.cli.remote.ServerOptions;
import java.io.Console;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that store, list and delete secrets on a server. */
public final class SecretCommands {
  private static final String PATH = "/v1/secrets";

  private SecretCommands() {}

  private static String path(String name) {
    return PATH + "/" + Query.segment(name);
  }

  /** Stores a secret. Its value is no argument, because everybody sees those of a process. */
  @Command(
      name = "put",
      description = "Stores a secret; the value comes from a file, the standard input or a prompt.",
      sortOptions = false)
  public static final class Put implements Callable<Integer> {
    @Mixin private final ServerOptions options = new ServerOptions();

    @Parameters(paramLabel = "NAME", description = "letters, digits and _")
    private String name;

    @Option(
        names = "--file",
        paramLabel = "FILE",
        description = "the file with the value (default: the standard input)")
    private @Nullable Path file;

    @Override
    public Integer call() throws Exception {
      String body = ClientJson.text(Map.of("value", value()));
      return options.run((client, out) ->
          out.said(client.send("PUT", path(name), body), "The secret " + name + " is stored."));
    }

    /** Returns the value without the newline that ends a text file. */
    @SuppressWarnings("SystemConsoleNull") // NullAway does not know that it is never null
    private String value() {
      Console console = System.console();
      if (file == null && console != null && console.isTerminal()) {
        char[] typed = console.readPassword("Value of %s: ", name);
        return typed == null ? "" : new String(typed);
      }
      try {
        String text =
            file == null
                ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8)
                : Files.readString(file);
        return text.replaceFirst("\\r?\\n\\z", "");
      } catch (IOException e) {
        throw new ClientException(
            (file == null ? "The standard input" : "The file " + file) + " cannot be read as text.",
            e);
      }
    }
  }

  /** Lists the secrets. */
  @Command(
      name = "list",
      description = "Lists the names and dates of the secrets.",
      sortOptions = false)
  public static final class ListSecrets implements Callable<Integer> {
    @Mixin private final Listing listing = new Listing();
    @Mixin private final ServerOptions options = new ServerOptions();

    @Override
    public Integer call() throws Exception {
      return options.run((client, out) ->
          listing.print(
              client,
              out,
              Query.of(PATH),
              Column.of("NAME", "name"),
              Column.time("CREATED", "created_at"),
              Column.time("UPDATED", "updated_at")));
    }
  }

  /** Deletes a secret. */
  @Command(name = "delete", description = "Deletes a secret.", sortOptions = false)
  public static final class Delete implements Callable<Integer> {
    @Mixin private final ServerOptions options = new ServerOptions();

    @Parameters(paramLabel = "NAME", description = "the secret's name")
    private String name;

    @Override
    public Integer call() throws Exception {
      return options.run((client, out) ->
          out.said(client.send("DELETE", path(name), ""), "The secret " + name + " is deleted."));
    }
  }
}
