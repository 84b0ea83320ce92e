package dev.edgewise.server.store.secret;

import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.secret.SecretKeys.Place;
import dev.edgewise.server.store.secret.SecretKeys.Sealed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Encrypts every secret with the first key of SECRETS_KEY, some at a time. It can be repeated and
 * can run beside servers: they decrypt with every key that they have.
 */
public final class Rekey {
  private final Database database;
  private final SecretKeys keys;
  private final int atOnce;

  /**
   * The result.
   *
   * @param changed how many secrets were encrypted again
   * @param unreadable the secrets that no key decrypts, which stay as they are
   */
  public record Rekeyed(int changed, List<String> unreadable) {}

  private record Stale(Place place, Sealed sealed) {}

  /**
   * @param atOnce the number of secrets in one transaction
   */
  public Rekey(Database database, SecretKeys keys, int atOnce) {
    this.database = database;
    this.keys = keys;
    this.atOnce = atOnce;
  }

  public Rekeyed run() {
    int changed = 0;
    List<String> unreadable = new ArrayList<>();
    Place after = new Place(Workspace.DEFAULT, "");
    List<Stale> page;
    do {
      Place from = after;
      List<Stale> opened = new ArrayList<>();
      List<String> closed = new ArrayList<>();
      page =
          database
              .engine()
              .inTransaction(handle -> {
                opened.clear();
                closed.clear();
                return step(handle, from, opened, closed);
              });
      changed += opened.size();
      unreadable.addAll(closed);
      after = page.isEmpty() ? after : page.getLast().place();
    } while (page.size() == atOnce);
    return new Rekeyed(changed, unreadable);
  }

  private List<Stale> step(Handle handle, Place after, List<Stale> opened, List<String> closed) {
    List<Stale> stale =
        handle
            .createQuery(Sql.named("secret/stale"))
            .bind("encryption_key", keys.current())
            .bind("workspace", after.workspace().number())
            .bind("after", after.name())
            .bind("limit", atOnce)
            .map((row, _) ->
                new Stale(
                    new Place(new Workspace(row.getInt("workspace")), row.getString("name")),
                    Secrets.sealed(row)))
            .list();
    var columns = new Columns();
    var workspaces = columns.integers("workspaces");
    var names = columns.texts("names");
    var ciphertexts = columns.bytes("ciphertexts");
    for (Stale each : stale) {
      Place place = each.place();
      Optional<String> value = keys.open(place, each.sealed());
      if (value.isEmpty()) {
        closed.add("%s (workspace %d)".formatted(place.name(), place.workspace().number()));
        continue;
      }
      workspaces.add(place.workspace().number());
      names.add(place.name());
      ciphertexts.add(keys.seal(place, value.get()).ciphertext());
      opened.add(each);
    }
    if (!opened.isEmpty()) {
      columns
          .bindTo(handle.createUpdate(Sql.named("secret/reseal")))
          .bind("encryption_key", keys.current())
          .execute();
    }
    return stale;
  }
}
