package dev.edgewise.server.store.export;

import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.SessionCommands;
import dev.edgewise.server.database.Sql;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;

/** Writes all tables into a folder, a file each. */
public final class Export {
  private static final List<String> TABLES =
      List.of("runs", "tasks", "dep_satisfaction", "timers", "webhook_executions", "audit");
  private static final int ROWS_AT_ONCE = 1_000;

  private final Database database;

  /** What was written: a file and how many rows it has. */
  public record Written(Path file, long rows) {}

  public Export(Database database) {
    this.database = database;
  }

  /**
   * Writes the files; those of an earlier export are replaced when all are complete.
   *
   * @throws UncheckedIOException when the folder cannot be written
   */
  public List<Written> to(Path folder) {
    Map<Path, Path> complete = new LinkedHashMap<>();
    try {
      Files.createDirectories(folder);
      List<Written> written =
          database.list(
              TransactionIsolationLevel.REPEATABLE_READ,
              handle -> {
                SessionCommands.readOnly(handle);
                SessionCommands.planByHashing(handle);
                return TABLES.stream()
                    .map(table -> write(handle, folder, table, complete))
                    .toList();
              });
      for (Map.Entry<Path, Path> each : complete.entrySet()) {
        Files.move(each.getKey(), each.getValue(), StandardCopyOption.REPLACE_EXISTING);
      }
      return written;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      complete.keySet().forEach(Export::discard);
    }
  }

  private static Written write(Handle handle, Path folder, String table, Map<Path, Path> complete) {
    Path file = folder.resolve(table + ".parquet");
    Path draft = folder.resolve("." + table + ".parquet.part");
    complete.put(draft, file);
    long rows =
        handle
            .createQuery(Sql.named("export/" + table))
            .setFetchSize(ROWS_AT_ONCE)
            .scanResultSet((results, _) -> {
              try (var rowsOut = ParquetRows.create(draft, table, results.get().getMetaData())) {
                return rowsOut.write(results.get());
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    return new Written(file, rows);
  }

  private static void discard(Path draft) {
    try {
      Files.deleteIfExists(draft);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
