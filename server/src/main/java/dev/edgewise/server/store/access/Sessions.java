package dev.edgewise.server.store.access;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.DatabaseTime;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The sessions of browsers that signed in with a key. */
public final class Sessions {
  private final Database database;

  public Sessions(Database database) {
    this.database = database;
  }

  /** Begins a session of a key and deletes the ones that have expired. */
  public void begin(String keyId, SecretHash session) {
    database
        .engine()
        .useHandle(handle -> {
          Instant now = DatabaseTime.now(handle);
          handle
              .createUpdate(Sql.named("browser_session/insert"))
              .bind("hash", session.bytes())
              .bind("key", keyId)
              .bind("others", Limits.SESSIONS_PER_KEY_MAX - 1)
              .bind("now", Timestamp.from(now))
              .bind("expires_at", Timestamp.from(now.plusSeconds(Limits.SESSION_MAX_SECS)))
              .execute();
        });
  }

  /** Ends a session and notifies all servers. */
  public void end(SecretHash session) {
    database
        .engine()
        .useTransaction(handle -> {
          int ended =
              handle
                  .createUpdate(Sql.named("browser_session/delete"))
                  .bind("hash", session.bytes())
                  .execute();
          if (ended > 0) {
            AccessChange.announce(handle);
          }
        });
  }

  /** Returns the IDs of the keys of those sessions that exist and have not expired. */
  public Map<SecretHash, String> find(Collection<SecretHash> sessions) {
    Map<String, SecretHash> byHex =
        sessions.stream().collect(Collectors.toMap(SecretHash::hex, Function.identity()));
    return database
        .engine()
        .withHandle(handle -> {
          Map<SecretHash, String> found = new HashMap<>();
          handle
              .createQuery(Sql.named("browser_session/find"))
              .bind("hashes", Columns.texts(byHex.keySet()))
              .bind("now", Timestamp.from(DatabaseTime.now(handle)))
              .mapToMap()
              .forEach(row -> {
                SecretHash session = byHex.get(String.valueOf(row.get("session")));
                if (session != null) {
                  found.put(session, String.valueOf(row.get("key_id")));
                }
              });
          return found;
        });
  }
}
