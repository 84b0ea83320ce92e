package dev.edgewise.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.server.config.Settings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetGuardTest {

  private static final Settings.Targets DEFAULTS =
      new Settings.Targets(false, Set.of(), Set.of(), Set.of());

  private final TargetGuard guard = new TargetGuard(DEFAULTS, false);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1/",
        "http://127.0.0.1:8080/x?y=z",
        "http://127.1/",
        "http://127.0.1/",
        "http://2130706433/",
        "http://0x7f000001/",
        "http://0x7F.0x0.0x0.0x1/",
        "http://0x7f.1/",
        "http://017700000001/",
        "http://0177.0.0.1/",
        "http://0177.0x0.1/",
        "http://127.0.0.1./",
        "http://0/",
        "http://0.0.0.0/",
        "http://0.1.2.3/",
        "http://10.0.0.1/",
        "http://10.1/",
        "http://167772161/",
        "http://012.0.0.1/",
        "http://100.64.0.1/",
        "http://100.127.255.255/",
        "http://169.254.169.254/latest/meta-data/",
        "http://0xa9fea9fe/",
        "http://2852039166/",
        "http://172.16.0.1/",
        "http://172.31.255.255/",
        "http://192.0.0.192/",
        "http://192.168.1.1/",
        "http://198.18.0.1/",
        "http://224.0.0.1/",
        "http://239.255.255.255/",
        "http://240.0.0.1/",
        "http://255.255.255.255/",
        "http://4294967295/",
        "http://[::1]/",
        "http://[::]/",
        "http://[0:0:0:0:0:0:0:1]:8080/",
        "http://[::ffff:127.0.0.1]/",
        "http://[::ffff:7f00:1]/",
        "http://[::ffff:8.8.8.8]/",
        "http://[::127.0.0.1]/",
        "http://[fe80::1]/",
        "http://[fe80::1%25eth0]/",
        "http://[fc00::1]/",
        "http://[fd12:3456:789a::1]/",
        "http://[fec0::1]/",
        "http://[ff02::1]/",
        "http://[2002:7f00:1::]/",
        "http://[2002:a00:1::1]/",
        "http://[64:ff9b::127.0.0.1]/",
        "http://[64:ff9b::a00:1]/",
        "http://[64:ff9b:1::1]/",
        "http://[2001::1]/",
        "http://[2001:db8::1]/",
        "http://localhost/",
        "http://LOCALHOST:80/",
        "http://localhost./",
        "http://a.localhost/",
        "http://printer.local/",
        "http://x.localdomain/",
        "http://metadata.google.internal/",
        "http://metadata.google.internal./",
        "http://host.docker.internal/",
        "http://metadata/",
        "http://kubernetes.default.svc.cluster.local/",
      })
  void privateTargetsAreRefusedInEverySpelling(String url) {
    assertThat(guard.objection(url)).isPresent();
    assertThat(guard.objection(url.replace("http:", "HTTPS:"))).isPresent();
    assertThatThrownBy(() -> guard.target(url)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "example.com",
        "/path",
        "http:",
        "http://",
        "http:///path",
        "ftp://example.com/",
        "file:///etc/passwd",
        "gopher://example.com/",
        "jar:http://example.com!/",
        "http://user@example.com/",
        "http://user:password@example.com/",
        "http://example.com@127.0.0.1/",
        "http://127.0.0.1@example.com/",
        "http://example.com\\@127.0.0.1/",
        "http://example.com/ path",
        "http://example.com/\r\nX: y",
        "http://ex%61mple.com/",
        "http://１２７.0.0.1/",
        "http://127。0。0。1/",
        "http://exa_mple.com/",
        "http://-a.com/",
        "http://a..com/",
        "http://./",
        "http://1.2.3.4.5/",
        "http://256.0.0.1/",
        "http://1.2.3.08/",
        "http://09.0.0.1/",
        "http://99999999999/",
        "http://example.com:0/",
        "http://example.com:65536/",
        "http://example.com:99999999999/",
        "http://[::1/",
        "http://[zz]/",
        "http://[::1]x/",
      })
  void invalidUrlsAreRefused(String url) {
    assertThat(guard.objection(url)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://example.com",
        "https://example.com/a?b=c#d",
        "https://EXAMPLE.com.:8443/",
        "http://8.8.8.8/",
        "http://134744072/",
        "http://[2606:4700:4700::1111]/",
        "http://[64:ff9b::8.8.8.8]/",
        "http://172.32.0.1/",
        "http://100.128.0.1/",
        "http://localhost.example.com/",
        "http://internal.example.com/",
        "http://xn--bcher-kva.example/",
      })
  void publicTargetsAreAllowed(String url) {
    assertThat(guard.objection(url)).isEmpty();
  }

  @Test
  void theCallUsesThePlainSpelling() {
    assertThat(guard.target("HTTP://134744072:81?a=%20b#c").uri())
        .hasToString("http://8.8.8.8:81/?a=%20b");
    assertThat(guard.target("https://Example.COM./x").uri()).hasToString("https://example.com/x");
  }

  @Test
  void aUrlWithAnExpressionIsCheckedWhenItIsCalled() {
    assertThat(guard.objection("http://${host}/")).isEmpty();
    assertThat(guard.objection("${inputs.url}")).isEmpty();
    assertThatThrownBy(() -> guard.target("http://${host}/"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void namesInTheSettingsAddToTheDefaults() {
    var guard =
        new TargetGuard(
            new Settings.Targets(
                false, Set.of(), Set.of("Evil.example", "9.9.9.9"), Set.of("bad.example", ".zip")),
            false);
    assertThat(guard.objection("http://evil.EXAMPLE./")).isPresent();
    assertThat(guard.objection("http://151587081/")).isPresent();
    assertThat(guard.objection("http://very.bad.example/")).isPresent();
    assertThat(guard.objection("http://a.zip/")).isPresent();
    assertThat(guard.objection("http://localhost/")).isPresent();
    assertThat(guard.objection("http://x.internal/")).isPresent();
    assertThat(guard.objection("http://notbad.example/")).isEmpty();
  }

  @Test
  void allowedHostsAreReachedAlthoughPrivateUnlessTheyAreBlocked() throws Exception {
    var guard =
        new TargetGuard(
            new Settings.Targets(
                false,
                Set.of("10.0.0.7", "hooks.internal", "fd00::7", "both.example"),
                Set.of("both.example"),
                Set.of()),
            false,
            host -> List.of(InetAddress.ofLiteral("10.0.0.7")));
    assertThat(guard.objection("http://10.0.0.7/")).isEmpty();
    assertThat(guard.objection("http://10.7/")).isEmpty();
    assertThat(guard.objection("http://[fd00::7]/")).isEmpty();
    assertThat(guard.objection("http://hooks.internal/")).isEmpty();
    assertThat(guard.lookup("hooks.internal")).hasSize(1);
    assertThat(guard.objection("http://10.0.0.8/")).isPresent();
    assertThat(guard.objection("http://both.example/")).isPresent();
    assertThatThrownBy(() -> guard.lookup("other.example"))
        .isInstanceOf(UnknownHostException.class)
        .hasMessage("other.example leads to a private address; WEBHOOK_ALLOWED_HOSTS can allow it");
  }

  @Test
  void loopbackCanBeAllowedAndNothingElse() {
    var guard = new TargetGuard(DEFAULTS, true);
    assertThat(guard.objection("http://localhost:9000/")).isEmpty();
    assertThat(guard.objection("http://app.localhost/")).isEmpty();
    assertThat(guard.objection("http://127.0.0.1/")).isEmpty();
    assertThat(guard.objection("http://[::1]/")).isEmpty();
    assertThat(guard.objection("http://10.0.0.1/")).isPresent();
    assertThat(guard.objection("http://169.254.169.254/")).isPresent();
    assertThat(guard.objection("http://0.0.0.0/")).isPresent();
    assertThat(guard.objection("http://printer.local/")).isPresent();
  }

  @Test
  void withoutChecksAUrlMustStillBeHttp() {
    var guard =
        new TargetGuard(new Settings.Targets(true, Set.of(), Set.of("a.example"), Set.of()), false);
    assertThat(guard.objection("http://10.0.0.1/")).isEmpty();
    assertThat(guard.objection("http://a.example/")).isEmpty();
    assertThat(guard.objection("file:///etc/passwd")).isPresent();
  }

  @Test
  void ofTheAddressesBehindANameOnlyThePublicOnesAreUsed() throws Exception {
    InetAddress inside = InetAddress.ofLiteral("192.168.0.1");
    InetAddress outside = InetAddress.ofLiteral("9.9.9.9");
    assertThat(guard.vetted("mixed.example", List.of(inside, outside))).containsExactly(outside);
  }
}
