package dev.edgewise.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.access.KeyText;
import dev.edgewise.server.testing.TestDatabase;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class KeyCommandTest {
  private final TestDatabase database = TestDatabase.open();

  /** What a command printed, and how it ended. */
  private record Ran(int code, String out, String err) {}

  @AfterEach
  void close() {
    database.close();
  }

  private Ran key(String... arguments) {
    return key(database, arguments);
  }

  private static Ran key(TestDatabase database, String... arguments) {
    List<String> all = new ArrayList<>(List.of("key"));
    all.addAll(List.of(arguments));
    all.add("--database-url=" + database.jdbcUrl());
    var out = new StringWriter();
    var err = new StringWriter();
    int code =
        Main.commandLine()
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(all.toArray(String[]::new));
    return new Ran(code, out.toString(), err.toString());
  }

  private KeyText create(String... arguments) {
    List<String> all = new ArrayList<>(List.of("create", "--name", "deploy"));
    all.addAll(List.of(arguments));
    Ran ran = key(all.toArray(String[]::new));
    assertThat(ran.code).as(ran.err).isZero();
    assertThat(ran.out).as("the key alone").matches("ew_\\w+_\\w+\n");
    KeyText text = KeyText.parse(ran.out.strip()).orElseThrow();
    assertThat(ran.err).contains(text.id(), "cannot be shown again").doesNotContain(text.secret());
    return text;
  }

  private String column(String name, KeyText key) {
    return database.text(
        "select coalesce((%s)::text, 'none') from api_key where key_id = '%s'"
            .formatted(name, key.id()));
  }

  @Test
  void aKeyIsMadeWithWhatWasAsked() {
    KeyText key = create("--scopes", "read, submit", "--kinds", "a,b", "--expires", "P30D");
    assertThat(column("scopes", key)).isEqualTo("{read,submit}");
    assertThat(column("kinds", key)).isEqualTo("{a,b}");
    assertThat(column("(expires_at - created_at) between '29 days' and '31 days'", key))
        .isEqualTo("true");
    assertThat(column("created_by", key)).isEqualTo("cli");
    assertThat(column("secret_hash = sha256('%s')".formatted(key.secret()), key)).isEqualTo("true");
    KeyText plain = create("--scopes=admin", "--expires=2035-01-31T00:00:00+01:00");
    assertThat(column("kinds", plain)).isEqualTo("none");
    assertThat(column("expires_at = '2035-01-30T23:00:00Z'", plain)).isEqualTo("true");
  }

  @Test
  void theFirstKeyCanBeCreatedBeforeTheFirstStart() {
    try (TestDatabase empty = TestDatabase.openEmpty()) {
      Ran ran = key(empty, "create", "--name=admin", "--scopes=admin");
      assertThat(ran.code).as(ran.err).isZero();
      assertThat(ran.out).matches("ew_\\w+_\\w+\n");
      assertThat(key(empty, "list").out).contains("admin  admin  never used");
    }
  }

  @Test
  void aMistakeIsASentenceAndMakesNoKey() {
    assertThat(key("create", "--name=x", "--scopes=all").err)
        .isEqualTo("all is not a scope. The scopes are read, submit, operate, work and admin.\n");
    assertThat(key("create", "--name=x", "--scopes=,").err).contains("scopes: must contain");
    assertThat(key("create", "--name= ", "--scopes=read").err).contains("name: must have");
    assertThat(key("create", "--name=x", "--scopes=read", "--expires=soon").err)
        .contains("--expires must be");
    assertThat(key("create", "--name=x", "--scopes=read", "--expires=PT-1S").err)
        .contains("expires_at: must be in the future");
    Ran unknown = key("create", "--name=x", "--scopes=read", "--workspace=acme/blue");
    assertThat(unknown.err).contains("There is no workspace acme/blue. Create it first");
    assertThat(unknown.code).isEqualTo(1);
    assertThat(key("create", "--scopes=read").code).isEqualTo(2);
    assertThat(key("create", "--name=x", "--scopes=read", "--scope=read").err).contains("--scope");
    assertThat(database.text("select count(*)::text from api_key")).isEqualTo("0");
  }

  @Test
  void keysAreListedWithoutTheirSecretsRotatedAndRevoked() {
    KeyText key = create("--scopes=read");
    assertThat(key("list").out)
        .isEqualTo("%s  valid    default/default  deploy  read  never used%n".formatted(key.id()));
    String hash = column("encode(secret_hash, 'hex')", key);

    Ran rotated = key("rotate", key.id());
    KeyText latter = KeyText.parse(rotated.out.strip()).orElseThrow();
    assertThat(latter.id()).isEqualTo(key.id());
    assertThat(latter.secret()).isNotEqualTo(key.secret());
    assertThat(rotated.err).contains("is valid until 20");
    assertThat(column("encode(former_hash, 'hex')", key)).isEqualTo(hash);
    assertThat(key("rotate", key.id(), "--now").err).contains("has ended");
    assertThat(column("former_hash", key)).isEqualTo("none");

    assertThat(key("revoke", key.id()).out).isEqualTo("The key is revoked.\n");
    assertThat(key("list").out).contains(key.id() + "  revoked");
    String revokedAt = column("revoked_at", key);
    assertThat(key("revoke", key.id()).code).as("again").isZero();
    assertThat(column("revoked_at", key)).isEqualTo(revokedAt);
    assertThat(key("rotate", key.id()).err).contains("was revoked and stays so");
    assertThat(key("revoke", "nothing").err).contains("There is no key with the ID nothing");
  }

  @Test
  void aRunningServerHearsOfAChange() throws Exception {
    KeyText key = create("--scopes=read");
    try (var listening = database.database().dedicated();
        var statement = listening.createStatement()) {
      statement.execute("listen edgewise");
      key("revoke", key.id());
      var received = listening.unwrap(org.postgresql.PGConnection.class).getNotifications(10_000);
      assertThat(received).hasSize(1);
      assertThat(received[0].getParameter()).isEqualTo("access\nk\n");
    }
  }
}
