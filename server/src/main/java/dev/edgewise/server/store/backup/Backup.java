package dev.edgewise.server.store.backup;

import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.backup.Manifest.End;
import dev.edgewise.server.store.backup.Manifest.Table;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jdbi.v3.core.Handle;
import tools.jackson.databind.ObjectMapper;

/** Writes all that is stored into a file. */
public final class Backup {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> SEQUENCES =
      List.of("event_seq", "queue_position", "outbox_outbox_id_seq", "audit_audit_id_seq");
  private static final int BUFFER_BYTES = 1 << 20;

  private final Database database;
  private final String version;

  /**
   * @param version of this program, for people who look into the file
   */
  public Backup(Database database, String version) {
    this.database = database;
    this.version = version;
  }

  /**
   * Writes the file and returns how many rows of each table it has. It is readable for its owner
   * only, because it has the secrets of the database, and takes its name when it is complete.
   */
  public Map<String, Long> to(Path file) throws IOException, SQLException {
    Path target = file.toAbsolutePath();
    Path draft = Files.createTempFile(target.getParent(), "." + target.getFileName(), ".part");
    try {
      Map<String, Long> rows;
      try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
        var buffered = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER_BYTES);
        var zip = new ZipOutputStream(buffered);
        zip.setLevel(Deflater.BEST_SPEED);
        rows = write(zip);
        zip.finish();
        buffered.flush();
        channel.force(true);
      }
      Files.move(
          draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      return rows;
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private Map<String, Long> write(ZipOutputStream zip) throws IOException, SQLException {
    try (Snapshot snapshot = Snapshot.reading(database)) {
      Manifest manifest = manifest(snapshot.handle());
      put(zip, Manifest.ENTRY, manifest);
      Map<String, Long> rows = new LinkedHashMap<>();
      for (Table table : manifest.tables()) {
        zip.putNextEntry(new ZipEntry(table.entry()));
        String sql = "copy (select %s from %s) to stdout".formatted(table.quoted(), table.name());
        rows.put(table.name(), snapshot.copy().copyOut(sql, zip));
        zip.closeEntry();
      }
      put(zip, End.ENTRY, new End(rows));
      return rows;
    }
  }

  private Manifest manifest(Handle handle) {
    // The first statement takes the snapshot, so that the sequences are not behind the rows.
    String schema =
        handle.createQuery(Sql.named("backup/schema_version")).mapTo(String.class).one();
    Map<String, Long> sequences = new HashMap<>();
    handle
        .createQuery(Sql.named("backup/sequences"))
        .bind("names", Columns.texts(SEQUENCES))
        .map((row, _) -> sequences.put(row.getString("name"), row.getLong("last_value")))
        .list();
    return new Manifest(
        Manifest.FORMAT,
        version,
        schema,
        Instant.now(),
        Manifest.TABLES.stream().map(table -> new Table(table, columns(handle, table))).toList(),
        sequences);
  }

  private static List<String> columns(Handle handle, String table) {
    return handle
        .createQuery(Sql.named("backup/columns"))
        .bind("table", table)
        .mapTo(String.class)
        .list();
  }

  private static void put(ZipOutputStream zip, String name, Object value) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    zip.write(JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(value));
    zip.closeEntry();
  }
}
