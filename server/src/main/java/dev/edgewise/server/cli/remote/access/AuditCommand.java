package dev.edgewise.server.cli.remote.access;

import dev.edgewise.server.cli.remote.Column;
import dev.edgewise.server.cli.remote.Listing;
import dev.edgewise.server.cli.remote.Query;
import dev.edgewise.server.cli.remote.ServerOptions;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists who changed what. */
@Command(
    name = "audit",
    description = "Lists the changes that people and keys made, newest first.",
    sortOptions = false)
public final class AuditCommand implements Callable<Integer> {
  @Option(names = "--actor", paramLabel = "NAME", description = "only changes of this actor")
  private @Nullable String actor;

  @Option(names = "--action", paramLabel = "ACTION", description = "only changes of this kind")
  private @Nullable String action;

  @Option(names = "--target", paramLabel = "ID", description = "only changes of this object")
  private @Nullable String target;

  @Option(names = "--after", paramLabel = "TIME", description = "only changes after this time")
  private @Nullable String after;

  @Option(names = "--before", paramLabel = "TIME", description = "only changes before this time")
  private @Nullable String before;

  @Mixin private final Listing listing = new Listing();
  @Mixin private final ServerOptions options = new ServerOptions();

  @Override
  public Integer call() throws Exception {
    Query query =
        Query.of("/v1/audit")
            .with("actor", actor)
            .with("action", action)
            .with("target", target)
            .with("after", after)
            .with("before", before);
    return options.run((client, out) ->
        listing.print(
            client,
            out,
            query,
            Column.time("AT", "at"),
            Column.of("ACTOR", "actor"),
            Column.of("ACTION", "action"),
            Column.of("TARGET", "target")));
  }
}
