package dev.edgewise.server.cli.remote.access;

import dev.edgewise.server.cli.remote.ClientJson;
import dev.edgewise.server.cli.remote.Column;
import dev.edgewise.server.cli.remote.Connection;
import dev.edgewise.server.cli.remote.Output;
import dev.edgewise.server.cli.remote.ProfileFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Lists the profiles. */
@Command(
    name = "profiles",
    description = "Lists the profiles of this user, without their keys.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class ProfilesCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "print them as JSON")
  private boolean json;

  @Override
  public Integer call() {
    Output out = new Output(spec.commandLine().getOut(), spec.commandLine().getErr(), json);
    List<JsonNode> rows = new ArrayList<>();
    ProfileFile.read()
        .forEach((name, profile) -> rows.add(ClientJson.read(ClientJson.text(row(name, profile)))));
    if (json) {
      out.line(ClientJson.text(rows));
    } else if (rows.isEmpty()) {
      out.line("There are no profiles. `edgewise login` makes one.");
    } else {
      out.table(
          rows,
          Column.of("PROFILE", "profile"),
          Column.of("SERVER", "server"),
          Column.of("WORKSPACE", "workspace"),
          Column.of("KEY", row -> row.path("key").asBoolean() ? "yes" : "no"));
    }
    return 0;
  }

  private static Map<String, @Nullable Object> row(String name, Connection profile) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("profile", name);
    row.put("server", profile.address());
    row.put("workspace", profile.workspace());
    row.put("key", profile.token() != null);
    return row;
  }
}
