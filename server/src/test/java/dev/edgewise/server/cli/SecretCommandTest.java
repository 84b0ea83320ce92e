package dev.edgewise.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.app.Edgewise;
import dev.edgewise.server.config.Configuration;
import dev.edgewise.server.config.ConfigurationReader;
import dev.edgewise.server.config.Secret;
import dev.edgewise.server.store.secret.SecretKeys;
import dev.edgewise.server.store.secret.Secrets;
import dev.edgewise.server.testing.TestDatabase;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SecretCommandTest {
  private static final String OLD = key(1);
  private static final String NEW = key(2);
  private static final Caller CALLER = new Caller(Workspace.DEFAULT, "test");

  /** A task of the default workspace. */
  private static final TaskKey TASK = new TaskKey(new UUID(0, 0), 1);

  private final TestDatabase database = TestDatabase.open();
  @TempDir private Path folder;

  /** What a command printed, and how it ended. */
  private record Ran(int code, String out, String err) {}

  private static String key(int first) {
    byte[] bytes = new byte[32];
    bytes[0] = (byte) first;
    return Base64.getEncoder().encodeToString(bytes);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static Ran secret(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "secret";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    var out = new StringWriter();
    var err = new StringWriter();
    int code =
        Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(all);
    return new Ran(code, out.toString(), err.toString());
  }

  private Ran rekey(String keys) {
    return secret("rekey", "--database-url=" + database.jdbcUrl(), "--secrets-key=" + keys);
  }

  private Secrets secrets(String... keys) {
    return new Secrets(
        database.database(), new SecretKeys(Arrays.stream(keys).map(Secret::new).toList()));
  }

  private Optional<String> value(String name, String key) {
    return secrets(key).values(TASK, Set.of(name)).getOrDefault(name, Optional.empty());
  }

  @Test
  void rekeyEncryptsEverySecretWithTheFirstKey() {
    Secrets old = secrets(OLD);
    for (int i = 0; i < 250; i++) {
      old.put(CALLER, "name" + i, "value " + i);
    }
    secrets(NEW).put(CALLER, "fresh", "fresh value");
    String fresh = database.text("select ciphertext::text from secret where name = 'fresh'");
    String dates = database.text("select max(updated_at)::text from secret");

    assertThat(rekey(NEW + "," + OLD))
        .isEqualTo(new Ran(0, "Encrypted 250 secrets with the first key.\n", ""));
    assertThat(value("name0", NEW)).contains("value 0");
    assertThat(value("name249", NEW)).contains("value 249");
    assertThat(value("name7", OLD)).isEmpty();
    assertThat(database.text("select ciphertext::text from secret where name = 'fresh'"))
        .isEqualTo(fresh);
    assertThat(database.text("select max(updated_at)::text from secret")).isEqualTo(dates);
    assertThat(database.text("select count(distinct ciphertext)::text from secret"))
        .isEqualTo("251");
    assertThat(rekey(NEW).out).as("again").isEqualTo("Encrypted 0 secrets with the first key.\n");
  }

  @Test
  void rekeyNamesTheSecretsThatNoKeyDecrypts() {
    secrets(OLD).put(CALLER, "lost", "some value");
    Ran ran = rekey(NEW);
    assertThat(ran.code).isEqualTo(1);
    assertThat(ran.err).contains("No key of SECRETS_KEY decrypts", "lost (workspace 0)");
    assertThat(value("lost", OLD)).contains("some value");
    assertThat(secret("rekey", "--database-url=" + database.jdbcUrl()).err)
        .contains("SECRETS_KEY is not set");
    assertThat(rekey("short").err).contains("SECRETS_KEY must be base64").doesNotContain("short\"");
  }

  @Test
  void aBackupCarriesTheCiphertextAsItIs() {
    secrets(OLD).put(CALLER, "kept", "some value");
    Path file = folder.resolve("backup");
    try (var target = TestDatabase.openEmpty()) {
      Main.commandLine().execute("backup", file.toString(), "--database-url=" + database.jdbcUrl());
      Main.commandLine().execute("restore", file.toString(), "--database-url=" + target.jdbcUrl());
      assertThat(target.text("select ciphertext::text from secret"))
          .isEqualTo(database.text("select ciphertext::text from secret"));
      assertThat(
              new Secrets(target.database(), new SecretKeys(List.of(new Secret(OLD))))
                  .values(TASK, Set.of("kept")))
          .isEqualTo(Map.of("kept", Optional.of("some value")));
    }
  }

  @Test
  void secretsAreStoredFromAFileOrTheStandardInputListedAndDeleted() throws Exception {
    var configuration =
        (Configuration.Valid)
            ConfigurationReader.read(
                Map.of(),
                Map.of(
                    "DATABASE_URL",
                    database.jdbcUrl(),
                    "PORT",
                    "0",
                    "BIND_ADDRESS",
                    "127.0.0.1",
                    "SECRETS_KEY",
                    OLD));
    try (var edgewise = Edgewise.start(configuration)) {
      String server = "--server=http://127.0.0.1:" + edgewise.port();
      Path file = Files.writeString(folder.resolve("value"), "from the file\n");
      assertThat(secret("put", server, "one", "--file=" + file).out)
          .isEqualTo("The secret one is stored.\n");
      InputStream before = System.in;
      System.setIn(new ByteArrayInputStream("two\nlines\n".getBytes(StandardCharsets.UTF_8)));
      try {
        assertThat(secret("put", server, "two").code).isZero();
      } finally {
        System.setIn(before);
      }
      assertThat(value("one", OLD)).contains("from the file");
      assertThat(value("two", OLD)).contains("two\nlines");
      assertThat(
              secret("list", server).out.lines().skip(1).map(line -> line.replaceFirst(" .*", "")))
          .containsExactly("one", "two");
      assertThat(secret("delete", server, "one").code).isZero();
      assertThat(secret("delete", server, "one").err).contains("There is no secret 'one'");
      assertThat(secret("put", server, "two", "a value").code).as("no argument").isEqualTo(2);
    }
  }
}
