package dev.edgewise.server.cli;

import dev.edgewise.api.Scope;
import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.StartException;
import dev.edgewise.server.access.KeyIssue;
import dev.edgewise.server.access.KeyIssue.Issued;
import dev.edgewise.server.access.NewKey;
import dev.edgewise.server.app.DatabasePart;
import dev.edgewise.server.config.Configuration;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.DatabaseTime;
import dev.edgewise.server.http.Times;
import dev.edgewise.server.logging.LogSetup;
import dev.edgewise.server.store.access.ApiKey;
import dev.edgewise.server.store.access.Keys;
import dev.edgewise.server.store.access.WorkspaceName;
import dev.edgewise.server.store.access.Workspaces;
import java.io.PrintWriter;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The commands that create, list, revoke and rotate keys. They work on the database, so that they
 * need no key themselves; a server may be running.
 */
@Command(
    name = "key",
    description = "Creates, lists, revokes and rotates keys.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND")
final class KeyCommand {
  /** What the audit trail shows. */
  private static final String ACTOR = "cli";

  private static final int PAGE = 500;

  private KeyCommand() {}

  static CommandLine line() {
    return new CommandLine(new KeyCommand())
        .addSubcommand(SettingFlags.ofStorage(new Create()))
        .addSubcommand(SettingFlags.ofStorage(new ListKeys()))
        .addSubcommand(SettingFlags.ofStorage(new Revoke()))
        .addSubcommand(SettingFlags.ofStorage(new Rotate()));
  }

  /** Uses the database. */
  @FunctionalInterface
  private interface Work {
    void on(Database database, Keys keys);
  }

  private static int run(CommandSpec spec, Work work) {
    Configuration.Valid configuration = SettingFlags.configuration(spec);
    LogSetup.apply(configuration.settings().observation());
    try (DatabasePart part = DatabasePart.beside(configuration.settings().storage())) {
      Database database = part.database();
      if (!database.migrated()) {
        // The first key is often created before the first start.
        database.migrate();
      }
      work.on(database, new Keys(database));
    }
    spec.commandLine().getOut().flush();
    spec.commandLine().getErr().flush();
    return 0;
  }

  /** Prints the key alone on the standard output, so that a script can keep it. */
  private static void print(CommandSpec spec, Issued issued, String explanation) {
    spec.commandLine().getErr().println(explanation);
    spec.commandLine().getErr().flush();
    spec.commandLine().getOut().println(issued.text().text());
  }

  private static Caller caller(Workspace workspace) {
    return new Caller(workspace, ACTOR);
  }

  private static ApiKey find(Keys keys, String id) {
    ApiKey key = keys.find(Set.of(id)).get(id);
    if (key == null) {
      throw new StartException(
          "There is no key with the ID %s. `edgewise key list` lists them.".formatted(id));
    }
    return key;
  }

  /** Creates a key. */
  @Command(name = "create", description = "Creates a key and prints it, once.", sortOptions = false)
  static final class Create implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(names = "--name", required = true, description = "what the key is for")
    private String name = "";

    @Option(
        names = "--scopes",
        required = true,
        paramLabel = "SCOPE[,SCOPE...]",
        description = "what it may do: read, submit, operate, work, admin")
    private String scopes = "";

    @Option(
        names = "--kinds",
        paramLabel = "KIND[,KIND...]",
        description = "the kinds whose tasks it may claim; all by default")
    private @Nullable String kinds;

    @Option(
        names = "--expires",
        paramLabel = "WHEN",
        description = "a time such as 2030-01-31T00:00:00Z, or P30D; never by default")
    private @Nullable String expires;

    @Option(
        names = "--workspace",
        paramLabel = "TENANT/NAME",
        description = "the workspace that it belongs to (default: default/default)")
    private String workspace = WorkspaceName.DEFAULT.toString();

    @Override
    public Integer call() {
      return run(
          spec,
          (database, keys) -> {
            Instant now = database.reader().withHandle(DatabaseTime::now);
            NewKey key =
                new NewKey(
                    name,
                    words(scopes).map(Create::scope).collect(Collectors.toSet()),
                    kinds == null ? null : words(kinds).collect(Collectors.toSet()),
                    expires == null ? null : time(expires, now));
            List<String> problems = key.problems(now);
            if (!problems.isEmpty()) {
              throw new StartException(
                  "The key cannot be created: " + String.join("; ", problems) + ".");
            }
            Issued issued =
                new KeyIssue(keys)
                    .create(caller(workspace(new Workspaces(database))), key)
                    .orElseThrow(this::noWorkspace);
            print(
                spec,
                issued,
                "The key %s (%s) of %s. Keep it now: it cannot be shown again."
                    .formatted(issued.key().id(), name, issued.key().workspaceName()));
          });
    }

    private Workspace workspace(Workspaces workspaces) {
      return WorkspaceName.parse(workspace)
          .flatMap(named -> Optional.ofNullable(workspaces.numbers(Set.of(named)).get(named)))
          .orElseThrow(this::noWorkspace);
    }

    private StartException noWorkspace() {
      return new StartException(
          "There is no workspace %s. Create it first, with PUT /v1/workspaces/TENANT/NAME."
              .formatted(workspace));
    }

    private static Stream<String> words(String text) {
      return Arrays.stream(text.split(",", -1)).map(String::strip).filter(word -> !word.isEmpty());
    }

    private static Scope scope(String word) {
      return Arrays.stream(Scope.values())
          .filter(scope -> scope.wireName().equals(word))
          .findFirst()
          .orElseThrow(() ->
              new StartException(
                  "%s is not a scope. The scopes are read, submit, operate, work and admin."
                      .formatted(word)));
    }

    private static Instant time(String text, Instant now) {
      try {
        return Times.checked(
            text.startsWith("P") ? now.plus(Duration.parse(text)) : Times.read(text));
      } catch (DateTimeException | ArithmeticException e) {
        throw new StartException(
            "--expires must be a time such as 2030-01-31T00:00:00Z, or P30D; it is %s."
                .formatted(text));
      }
    }
  }

  /** Lists the keys. */
  @Command(
      name = "list",
      description = "Lists the keys of all workspaces, without their secrets.",
      sortOptions = false)
  static final class ListKeys implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
      return run(
          spec,
          (_, keys) -> {
            PrintWriter out = spec.commandLine().getOut();
            List<ApiKey> page = keys.listAll("", PAGE);
            while (!page.isEmpty()) {
              page.forEach(key -> out.println(line(key)));
              page = keys.listAll(page.getLast().id(), PAGE);
            }
          });
    }

    private static String line(ApiKey key) {
      String state = key.revokedAt() != null ? "revoked" : key.expired() ? "expired" : "valid";
      return "%s  %-7s  %s  %s  %s%s%s%s"
          .formatted(
              key.id(),
              state,
              key.workspaceName(),
              key.name(),
              String.join(",", key.scopes()),
              key.kinds() == null ? "" : "  kinds " + String.join(",", key.kinds()),
              key.expiresAt() == null ? "" : "  expires " + key.expiresAt(),
              key.lastUsedAt() == null ? "  never used" : "  used " + key.lastUsedAt());
    }
  }

  /** Revokes a key. */
  @Command(
      name = "revoke",
      description = "Revokes a key and ends its sessions; all servers refuse it within 5 seconds.",
      sortOptions = false)
  static final class Revoke implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "ID", description = "the key's ID: the part between the underscores")
    private String id;

    @Override
    public Integer call() {
      return run(
          spec,
          (_, keys) -> {
            keys.revoke(caller(find(keys, id).workspace()), id);
            spec.commandLine().getOut().println("The key is revoked.");
          });
    }
  }

  /** Gives a key a new secret. */
  @Command(
      name = "rotate",
      description = "Gives a key a new secret and prints the key, once.",
      sortOptions = false)
  static final class Rotate implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "ID", description = "the key's ID: the part between the underscores")
    private String id;

    @Option(
        names = "--now",
        description = "end the former secret and the sessions at once, not after 24 hours")
    private boolean now;

    @Override
    public Integer call() {
      return run(
          spec,
          (_, keys) -> {
            Issued issued =
                new KeyIssue(keys)
                    .rotate(caller(find(keys, id).workspace()), id, now)
                    .orElseThrow(() ->
                        new StartException(
                            "The key %s was revoked and stays so. Create another one."
                                .formatted(id)));
            Instant until = issued.key().formerUntil();
            print(
                spec,
                issued,
                "Keep the key now: it cannot be shown again. The former secret "
                    + (until == null ? "has ended." : "is valid until " + until + "."));
          });
    }
  }
}
