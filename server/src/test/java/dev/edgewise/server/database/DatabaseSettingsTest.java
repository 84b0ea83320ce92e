package dev.edgewise.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class DatabaseSettingsTest {

  @Test
  void theTextOfSettingsHasTheAddressAndNoPassword() {
    assertThat(settings("jdbc:postgresql://h/d?user=me&password=s3cret&sslmode=require"))
        .hasToString("PostgreSQL at h:5432/d");
    assertThat(settings("jdbc:postgresql://[::1]:5433,other:5434/d%20x"))
        .hasToString("PostgreSQL at [::1]:5433,other:5434/d x");
  }

  @Test
  void parametersOfTheUrlReachTheDriverAndGivenCredentialsWin() {
    DatabaseSettings settings =
        DatabaseSettings.of(
            "jdbc:postgresql://h/d?user=url&password=url&sslmode=require", "me", "s3cret");

    assertThat(settings.driverProperties())
        .containsEntry("user", "me")
        .containsEntry("password", "s3cret")
        .containsEntry("sslmode", "require");
  }

  @Test
  void anAddressWithoutADatabaseIsRefused() {
    for (String url : new String[] {"jdbc:postgresql://h", "jdbc:mysql://h/d", "h"}) {
      assertThatIllegalArgumentException().isThrownBy(() -> settings(url));
    }
  }

  private static DatabaseSettings settings(String url) {
    return DatabaseSettings.of(url, null, null);
  }
}
