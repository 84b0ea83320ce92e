package dev.edgewise.server.store.read;

import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Sql;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads edges, open ones too. */
public final class Edges {
  private final Database database;

  public Edges(Database database) {
    this.database = database;
  }

  /**
   * Which edges are wanted.
   *
   * @param satisfied what their fact must say; null for all, also the open ones
   * @param items whether those that leave the items of spreads are among them
   */
  public record Choice(@Nullable Boolean satisfied, boolean items) {}

  /** The edges inside a batch that leave the tasks with these numbers, in order. */
  public List<EdgeRow> run(UUID batchId, int after, int last, Choice choice) {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named("fact/edges"))
                .bind("batch", batchId)
                .bind("after", after)
                .bind("last", last)
                .bind("items", choice.items())
                .bind("satisfied", choice.satisfied())
                .map((row, _) -> EdgeRow.read(row))
                .list());
  }

  /** The edges between a batch and others, in either direction. */
  public List<EdgeRow> foreign(UUID batchId, Choice choice) {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named("foreign_edge/of_batch"))
                .bind("batch", batchId)
                .bind("satisfied", choice.satisfied())
                .map((row, _) -> EdgeRow.read(row))
                .list());
  }
}
