package dev.edgewise.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class DatabaseUrlTest {

  @Test
  void theUriFormBecomesJdbc() {
    assertThat(DatabaseUrl.parse("postgresql://me:p%40ss+1@db.example:6543/edgewise"))
        .isEqualTo(
            new DatabaseUrl(
                "jdbc:postgresql://db.example:6543/edgewise", "me", new Secret("p@ss+1")));
  }

  @Test
  void parametersKeepTheirMeaning() {
    assertThat(
            DatabaseUrl.parse("postgres://h/d?sslmode=require&connect_timeout=3&channel_binding=x"))
        .isEqualTo(
            new DatabaseUrl(
                "jdbc:postgresql://h/d?sslmode=require&connectTimeout=3&channelBinding=x",
                null,
                null));
  }

  @Test
  void severalHostsAndBracketedAddressesAreKept() {
    assertThat(DatabaseUrl.parse("postgres://me@[::1]:5432,other:5433/d").jdbcUrl())
        .isEqualTo("jdbc:postgresql://[::1]:5432,other:5433/d");
  }

  @Test
  void theJdbcFormIsKept() {
    String url = "jdbc:postgresql://h/d?user=me&password=hunter2";
    assertThat(DatabaseUrl.parse(url).jdbcUrl()).isEqualTo(url);
    assertThat(DatabaseUrl.parse(url).toString()).doesNotContain("hunter2");
  }

  @Test
  void anythingElseIsRefused() {
    for (String text : new String[] {"mysql://h/d", "postgres://h", "postgres:///d", "h/d"}) {
      assertThatIllegalArgumentException().isThrownBy(() -> DatabaseUrl.parse(text));
    }
  }
}
