package dev.edgewise.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationReaderTest {

  @TempDir Path folder;

  @Test
  void flagsWinOverEnvironmentOverFileOverDefaults() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("edgewise.properties"), "port=1\npool.max.size=7\nlog_format=json\n");
    var valid =
        valid(
            Map.of("--port", "3", "--config", file.toString()),
            Map.of("PORT", "2", "POOL_MAX_SIZE", "8"));
    assertThat(valid.settings().http().port()).isEqualTo(3);
    assertThat(valid.settings().storage().poolMaxSize()).isEqualTo(8);
    assertThat(valid.settings().observation().format()).isEqualTo(LogFormat.JSON);
    assertThat(valid.effective())
        .map(EffectiveSetting::toString)
        .contains(
            "PORT=3 (flag)",
            "POOL_MAX_SIZE=8 (environment)",
            "LOG_FORMAT=json (file)",
            "LOG_LEVEL=info (default)");
  }

  @Test
  void theEnvironmentMayNameTheFile() throws Exception {
    Path file = Files.writeString(folder.resolve("e.properties"), "PORT=99\n");
    assertThat(valid(Map.of(), Map.of("EDGEWISE_CONFIG", file.toString())).settings().http().port())
        .isEqualTo(99);
  }

  @Test
  void everyProblemIsReportedAtOnce() throws Exception {
    Path file = Files.writeString(folder.resolve("e.properties"), "RETENTION_DYAS=3\n");
    Map<String, String> flags = new HashMap<>(Map.of("--prot", "1", "--log-format", "xml"));
    flags.put("--config", file.toString());
    Map<String, String> environment =
        Map.of(
            "PORT", "http",
            "DATABSE_URL", "postgres://u:p@h/d",
            "RETENTION_ENABLED", "maybe",
            "RETRY_MAX_DELAY_LIMIT", "-1",
            "PAGINATION_DEFAULT", "200",
            "PATH", "/bin");
    assertThat(problems(flags, environment))
        .containsExactlyInAnyOrder(
            "unknown flag --prot (did you mean --port?)",
            "unknown variable DATABSE_URL (did you mean DATABASE_URL?)",
            "unknown name in " + file + ": RETENTION_DYAS (did you mean RETENTION_DAYS?)",
            "LOG_FORMAT must be one of human, json; the flag has \"xml\"",
            "PORT must be a whole number from 0 to 65535; the environment has \"http\"",
            "RETENTION_ENABLED must be 1 or 0; the environment has \"maybe\"",
            "RETRY_MAX_DELAY_LIMIT must be a whole number from 1 to 2592000;"
                + " the environment has \"-1\"",
            "PAGINATION_DEFAULT (200) exceeds PAGINATION_MAX (100)");
  }

  @Test
  void aVariableThatResemblesOneWhichIsSetBelongsToAnotherProgram() {
    assertThat(
            valid(Map.of(), Map.of("DATABASE_URI", "x", "DATABASE_URL", "postgres://h/d"))
                .settings()
                .storage()
                .embedded())
        .isFalse();
  }

  @Test
  void aMissingFileIsAProblem() {
    assertThat(problems(Map.of("--config", "/nowhere.properties"), Map.of()))
        .containsExactly("configuration file /nowhere.properties does not exist");
  }

  @Test
  void anEmptyValueCountsAsUnset() {
    var settings = valid(Map.of("--host-url", ""), Map.of("PORT", "", "DATABASE_URL", " "));
    assertThat(settings.settings().http().port()).isEqualTo(8085);
    assertThat(settings.settings().storage().embedded()).isTrue();
  }

  @Test
  void theBindAddressFollowsTheDatabase() {
    assertThat(valid(Map.of(), Map.of()).settings().http().bindAddress()).isEqualTo("127.0.0.1");
    var external = Map.of("DATABASE_URL", "postgres://h/d");
    assertThat(valid(Map.of(), external).settings().http().bindAddress()).isEqualTo("0.0.0.0");
  }

  @Test
  void authenticationIsOffOnlyWhereNobodyElseReachesThePort() {
    assertThat(auth(Map.of())).isEqualTo(AuthMode.NONE);
    for (String loopback : List.of("localhost", "127.0.0.1", "127.1.2.3", "::1")) {
      assertThat(auth(Map.of("BIND_ADDRESS", loopback))).as(loopback).isEqualTo(AuthMode.NONE);
    }
    for (String reachable : List.of("0.0.0.0", "::", "10.0.0.1", "edgewise.internal")) {
      assertThat(auth(Map.of("BIND_ADDRESS", reachable))).as(reachable).isEqualTo(AuthMode.KEYS);
    }
    assertThat(auth(Map.of("DATABASE_URL", "postgres://h/d"))).isEqualTo(AuthMode.KEYS);
    assertThat(auth(Map.of("BIND_ADDRESS", "0.0.0.0", "AUTH", "none"))).isEqualTo(AuthMode.NONE);
    assertThat(auth(Map.of("AUTH", "keys"))).isEqualTo(AuthMode.KEYS);
    assertThat(problems(Map.of(), Map.of("AUTH", "off")))
        .containsExactly("AUTH must be one of none, keys; the environment has \"off\"");
  }

  private static AuthMode auth(Map<String, String> environment) {
    return valid(Map.of(), environment).settings().access().auth();
  }

  @Test
  void jwtsNeedAnIssuerAnAudienceKeysAndAuthentication() {
    assertThat(problems(Map.of(), Map.of("AUTH", "keys", "AUTH_JWT_ISSUER", "https://issuer")))
        .containsExactly("JWTs need AUTH_JWT_AUDIENCE and AUTH_JWKS too");
    Map<String, String> complete =
        Map.of(
            "AUTH_JWT_ISSUER",
            "https://issuer",
            "AUTH_JWT_AUDIENCE",
            "edgewise",
            "AUTH_JWKS",
            "https://issuer/keys?use=sig");
    assertThat(problems(Map.of(), complete))
        .containsExactly("AUTH_JWT_ISSUER has no effect without AUTH=keys");
    assertThat(problems(Map.of("--auth-jwks", "https://"), complete))
        .containsExactly(
            "AUTH_JWKS must be a file, or an http or https URL; the flag has \"https://\"");
    assertThat(jwks(Map.of("--auth", "keys"), complete))
        .isEqualTo(new JwksLocation.Url(URI.create("https://issuer/keys?use=sig")));
    assertThat(jwks(Map.of("--auth", "keys", "--auth-jwks", "keys.json"), complete))
        .isEqualTo(new JwksLocation.File(Path.of("keys.json")));
  }

  private static JwksLocation jwks(Map<String, String> flags, Map<String, String> environment) {
    return Objects.requireNonNull(valid(flags, environment).settings().access().jwt()).jwks();
  }

  @Test
  void secretsAreMaskedWhereverTheyAreShown() {
    var valid =
        valid(
            Map.of(),
            Map.of(
                "DATABASE_URL", "postgres://me:hunter2@db/edgewise?sslpassword=hunter2",
                "METRICS_TOKEN", "hunter2",
                "WEBHOOK_SIGNING_SECRET", "whsec_aHVudGVyMg=="));
    assertThat(valid.toString()).doesNotContain("hunter2", "aHVudGVyMg");
    assertThat(valid.effective())
        .map(EffectiveSetting::toString)
        .contains(
            "DATABASE_URL=postgres://me:****@db/edgewise?sslpassword=**** (environment)",
            "WEBHOOK_SIGNING_SECRET=**** (environment)");
    assertThat(
            problems(
                Map.of(), Map.of("DATABASE_URL", "me:hunter2@db", "WEBHOOK_SIGNING_SECRET", "x2")))
        .hasSize(2)
        .noneMatch(problem -> problem.contains("hunter2") || problem.contains("x2"));
  }

  @Test
  void retentionTakesFractionsOfADay() {
    assertThat(valid(Map.of(), Map.of("RETENTION_DAYS", "0.5")).settings().retention().age())
        .isEqualTo(Duration.ofHours(12));
    assertThat(problems(Map.of(), Map.of("RETENTION_DAYS", "0"))).hasSize(1);
  }

  private static Configuration.Valid valid(
      Map<String, String> flags, Map<String, String> environment) {
    return switch (ConfigurationReader.read(flags, environment)) {
      case Configuration.Valid valid -> valid;
      case Configuration.Invalid(List<String> problems) ->
          throw new AssertionError(String.join("\n", problems));
    };
  }

  private static List<String> problems(Map<String, String> flags, Map<String, String> environment) {
    return switch (ConfigurationReader.read(flags, environment)) {
      case Configuration.Valid valid -> throw new AssertionError("valid: " + valid);
      case Configuration.Invalid(List<String> problems) -> problems;
    };
  }
}
