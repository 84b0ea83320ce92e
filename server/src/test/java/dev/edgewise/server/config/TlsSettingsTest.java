package dev.edgewise.server.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.testing.TestAuthority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with files of certificates and keys is known before anything starts. */
class TlsSettingsTest {
  private final TestAuthority authority = new TestAuthority("settings");

  @TempDir private Path folder;

  private static List<String> problems(Map<String, String> environment) {
    return switch (ConfigurationReader.read(Map.of(), environment)) {
      case Configuration.Valid _ -> List.of();
      case Configuration.Invalid(List<String> problems) -> problems;
    };
  }

  private String written(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  @Test
  void aCertificateAndItsKeyAreAccepted() {
    Path certificate = authority.issue("localhost").write(folder, "good");
    assertThat(
            problems(
                Map.of(
                    "TLS_CERT_FILE", certificate.toString(),
                    "TLS_KEY_FILE", folder.resolve("good.key").toString(),
                    "TLS_CLIENT_CA_FILE", authority.write(folder).toString(),
                    "WEBHOOK_CA_FILE", authority.write(folder).toString())))
        .isEmpty();
  }

  @Test
  void everyProblemIsListedAtOnce() throws Exception {
    String missing = folder.resolve("missing").toString();
    String text = written("text", "no certificate");
    assertThat(
            problems(
                Map.of(
                    "PORT", "x",
                    "TLS_CERT_FILE", missing,
                    "TLS_KEY_FILE", text,
                    "TLS_CLIENT_CA_FILE", text,
                    "WEBHOOK_CA_FILE", folder.toString())))
        .hasSize(5)
        .anyMatch(line -> line.startsWith("TLS_CERT_FILE must name a file that exists; "))
        .anyMatch(line -> line.startsWith("TLS_KEY_FILE must name a PEM file with a private key"))
        .anyMatch(line -> line.startsWith("TLS_CLIENT_CA_FILE must name a PEM file with a cert"))
        .anyMatch(line -> line.startsWith("WEBHOOK_CA_FILE must name a file that this process"));
  }

  @Test
  void theSettingsDependOnEachOther() {
    Path certificate = authority.issue("localhost").write(folder, "one");
    authority.issue("localhost").write(folder, "two");
    assertThat(problems(Map.of("TLS_CERT_FILE", certificate.toString())))
        .containsExactly("TLS_CERT_FILE and TLS_KEY_FILE must be set together");
    assertThat(problems(Map.of("TLS_CLIENT_CA_FILE", certificate.toString())))
        .containsExactly("TLS_CLIENT_CA_FILE needs TLS_CERT_FILE and TLS_KEY_FILE");
    assertThat(
            problems(
                Map.of(
                    "TLS_CERT_FILE", certificate.toString(),
                    "TLS_KEY_FILE", folder.resolve("two.key").toString())))
        .containsExactly("TLS_KEY_FILE must name the key of the first certificate");
  }

  @ParameterizedTest
  @CsvSource({
    "RSA PRIVATE KEY, in PKCS#8 form",
    "EC PRIVATE KEY, in PKCS#8 form",
    "ENCRYPTED PRIVATE KEY, without a password"
  })
  void aKeyInAnotherFormIsRefusedWithTheCommandThatConvertsIt(String label, String why)
      throws Exception {
    String key = written("key", TestAuthority.pem(label, new byte[] {1, 2, 3}));
    assertThat(problems(Map.of("TLS_KEY_FILE", key)).getFirst())
        .contains(why)
        .contains("openssl pkcs8 -topk8 -nocrypt");
  }

  @Test
  void aMalformedKeyIsNotShown() throws Exception {
    String key = written("key", TestAuthority.pem("PRIVATE KEY", "top secret".getBytes(UTF_8)));
    assertThat(problems(Map.of("TLS_KEY_FILE", key)).getFirst())
        .startsWith("TLS_KEY_FILE must name an RSA, EC or EdDSA key")
        .doesNotContain("dG9wIHNlY3JldA");
  }

  @Test
  void theVariableOfOpenSslIsNoMisspelling() {
    assertThat(problems(Map.of("SSL_CERT_FILE", "/etc/ssl/certs/ca.pem"))).isEmpty();
  }
}
