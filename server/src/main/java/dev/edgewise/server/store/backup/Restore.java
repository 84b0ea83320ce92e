package dev.edgewise.server.store.backup;

import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.signal.Signals;
import dev.edgewise.server.store.backup.Manifest.End;
import dev.edgewise.server.store.backup.Manifest.Table;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectMapper;

/** Fills an empty database with what a backup has. */
public final class Restore {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int BUFFER_BYTES = 1 << 20;

  /** The tables in which the migrations of an empty database insert rows. */
  private static final Set<String> SEEDED = Set.of("installation", "workspace");

  private final Database database;

  public Restore(Database database) {
    this.database = database;
  }

  /**
   * Restores a file and returns how many rows of each table it had. Either all of it is there
   * afterwards, with the schema up to date, or at most the empty schema.
   */
  public Map<String, Long> from(Path file) throws IOException, RestoreException {
    try (var zip =
        new ZipInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES))) {
      Manifest manifest = read(zip, Manifest.ENTRY, Manifest.class);
      check(manifest);
      prepare(manifest);
      Map<String, Long> rows = load(zip, manifest);
      database.migrate();
      return rows;
    } catch (ZipException | EOFException | JacksonException e) {
      throw new RestoreException(
          "it is not a whole backup (%s). Take another one.".formatted(e.getMessage()));
    } catch (SQLException | JdbiException e) {
      throw new RestoreException("the database refused it: " + reason(e));
    }
  }

  /** The database's own words, on one line. */
  private static String reason(Throwable e) {
    Throwable root = e instanceof JdbiException && e.getCause() != null ? e.getCause() : e;
    return String.valueOf(root.getMessage()).lines().collect(Collectors.joining(" "));
  }

  private void check(Manifest manifest) throws RestoreException {
    if (manifest.format() != Manifest.FORMAT || !database.knows(manifest.schema())) {
      throw new RestoreException(
          "it was made by version %s with schema %s, which this version does not know. Restore it with that version or a newer one."
              .formatted(manifest.edgewise(), manifest.schema()));
    }
    for (Table table : manifest.tables()) {
      boolean ours = table.columns().stream().allMatch(column -> column.matches("[a-z_]+"));
      if (!ours || !Manifest.TABLES.contains(table.name())) {
        throw new RestoreException(
            "it has a table that no backup has: %s %s.".formatted(table.name(), table.columns()));
      }
    }
  }

  /** Makes the schema that the backup was made with. */
  private void prepare(Manifest manifest) throws RestoreException {
    if (!database.migrated()) {
      database.migrateTo(manifest.schema());
      return;
    }
    String schema =
        database
            .reader()
            .withHandle(handle ->
                handle.createQuery(Sql.named("backup/schema_version")).mapTo(String.class).one());
    if (!schema.equals(manifest.schema())) {
      throw new RestoreException(
          "it has schema %s and the database has schema %s. Name a database without a schema."
              .formatted(manifest.schema(), schema));
    }
  }

  private Map<String, Long> load(ZipInputStream zip, Manifest manifest)
      throws IOException, SQLException, RestoreException {
    try (Snapshot snapshot = Snapshot.writing(database)) {
      Handle handle = snapshot.handle();
      List<String> tables = manifest.tables().stream().map(Table::name).toList();
      claim(handle, tables);
      // The migrations fill these, and the backup has them too.
      handle.createUpdate(Sql.named("installation/delete")).execute();
      if (tables.contains("workspace")) {
        handle.createUpdate(Sql.named("workspace/delete_all")).execute();
      }
      Map<String, Long> rows = new LinkedHashMap<>();
      for (Table table : manifest.tables()) {
        next(zip, table.entry());
        String sql = "copy %s (%s) from stdin".formatted(table.name(), table.quoted());
        rows.put(table.name(), snapshot.copy().copyIn(sql, zip));
      }
      Map<String, Long> announced = read(zip, End.ENTRY, End.class).rows();
      if (!rows.equals(announced)) {
        throw new RestoreException(
            "it announces %s rows and has %s. Take another one.".formatted(announced, rows));
      }
      manifest
          .sequences()
          .forEach((name, last) ->
              handle
                  .createQuery(Sql.named("backup/set_sequence"))
                  .bind("name", name)
                  .bind("last", last)
                  .mapTo(Long.class)
                  .one());
      // Plans go by the statistics, which do not know the new rows yet.
      handle.execute("analyze " + String.join(", ", tables));
      snapshot.commit();
      return rows;
    }
  }

  /** Makes sure that no server uses the database and that it is empty. */
  private static void claim(Handle handle, List<String> tables) throws RestoreException {
    boolean alone =
        handle
            .createQuery(Sql.named("signal/try_exclude"))
            .bind("lock", Signals.SERVERS_LOCK)
            .mapTo(Boolean.class)
            .one();
    if (!alone) {
      throw new RestoreException("a server uses the database. Stop it, or name another database.");
    }
    // The names of tables cannot be parameters, so that this is not among the named statements.
    handle.execute("lock table " + String.join(", ", tables) + " in access exclusive mode");
    for (String table : tables) {
      boolean filled =
          !SEEDED.contains(table)
              && handle
                  .createQuery("select exists (select from " + table + ")")
                  .mapTo(Boolean.class)
                  .one();
      if (filled) {
        throw new RestoreException(
            "the database is not empty: table %s has rows. Name an empty database, or another EDGEWISE_DATA_DIR."
                .formatted(table));
      }
    }
  }

  private static <T> T read(ZipInputStream zip, String name, Class<T> type)
      throws IOException, RestoreException {
    next(zip, name);
    return JSON.readValue(zip.readAllBytes(), type);
  }

  private static void next(ZipInputStream zip, String name) throws IOException, RestoreException {
    ZipEntry entry = zip.getNextEntry();
    if (entry == null || !entry.getName().equals(name)) {
      throw new RestoreException(
          "it is not a whole backup: %s is missing. Take another one.".formatted(name));
    }
  }
}
