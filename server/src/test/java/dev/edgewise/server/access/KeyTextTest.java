package dev.edgewise.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.store.access.SecretHash;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyTextTest {

  @Test
  void aKeyIsReadAsItWasWrittenAndNoTwoAreEqual() {
    Set<String> secrets = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      KeyText key = KeyText.random();
      assertThat(KeyText.parse(key.text())).contains(key);
      assertThat(key.text()).matches("ew_[0-9a-z]{10}_[0-9a-z]{50}");
      secrets.add(key.secret());
    }
    assertThat(secrets).hasSize(1_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "ew_", "ew_a", "ew_a_", "ew__b", "xw_a_b", "ew_a_b ", "ew_A_b", "ew_a_b\0"})
  void anyOtherTextIsNotAKey(String text) {
    assertThat(KeyText.parse(text)).isEmpty();
  }

  @Test
  void noTextOfAValueShowsASecret() {
    KeyText key = KeyText.random();
    assertThat(key.toString()).contains(key.id()).doesNotContain(key.secret());
    assertThat(Credentials.ofKey(key.text(), "10.0.0.1").toString()).doesNotContain(key.secret());
    assertThat(new Credentials.Capability(null, "token-1").toString()).doesNotContain("token-1");
    assertThat(new dev.edgewise.api.SignIn(key.text()).toString()).doesNotContain(key.secret());
    assertThat(SecretHash.of(key.secret()).toString()).isEqualTo("SecretHash");
  }
}
