package dev.edgewise.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.config.Setting;
import dev.edgewise.server.config.SettingCatalog;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigCommandTest {

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return Main.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  @Test
  void showsEachSettingWithItsSource() {
    assertThat(run("config", "--port=99", "--edgewise-data-dir", folder.toString())).isZero();
    assertThat(out.toString())
        .containsPattern("PORT +flag +99\n")
        .containsPattern("MAX_BODY_BYTES +default +67108864\n")
        .containsPattern("HOST_URL +default +\\(unset\\)\n");
  }

  @Test
  void masksSecretsUnlessAsked() {
    String flag = "--database-url=postgres://me:hunter2@db/edgewise";
    assertThat(run("config", flag)).isZero();
    assertThat(out.toString()).contains("postgres://me:****@db/edgewise").doesNotContain("hunter2");
    assertThat(run("config", "--json", "--show-secrets", flag)).isZero();
    assertThat(out.toString())
        .contains("{\"name\":\"DATABASE_URL\",\"value\":\"postgres://me:hunter2@db/edgewise\"");
  }

  @Test
  void listsEveryProblemInOneGo() {
    assertThat(run("serve", "--prot=1", "--log-format", "xml", "--retention-days=-1")).isEqualTo(1);
    assertThat(err.toString())
        .contains("3 problems", "--prot (did you mean --port?)", "LOG_FORMAT", "RETENTION_DAYS")
        .doesNotContain("\tat ");
  }

  @Test
  void helpNamesEverySettingAndItsDefault() {
    assertThat(run("serve", "--help")).isZero();
    // Lines may be broken inside of a default.
    String help = out.toString().replaceAll("\\s", "");
    assertThat(help).contains("EDGEWISE_CONFIG");
    for (Setting<?> setting : SettingCatalog.ALL) {
      assertThat(help).contains(setting.flag() + "=VALUE");
      if (!setting.defaultText().isEmpty()) {
        assertThat(help).contains("(default:" + setting.defaultText() + ")");
      }
    }
  }
}
