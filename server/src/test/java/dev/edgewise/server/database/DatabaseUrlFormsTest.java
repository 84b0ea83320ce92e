package dev.edgewise.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.config.DatabaseUrl;
import dev.edgewise.server.config.Secret;
import java.util.Properties;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every form of DATABASE_URL reaches the driver with its meaning. */
class DatabaseUrlFormsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          postgres://me:pw@h:6543/d                        | h       | 6543      | d   | me   | pw   | -
          postgresql://me:pw@h/d                           | h       | 5432      | d   | me   | pw   | -
          postgres://h/d                                   | h       | 5432      | d   | -    | -    | -
          postgres://me@h/d?sslmode=require                | h       | 5432      | d   | me   | -    | require
          postgres://m%40e:p%3Aw%2F%40%25@h/d              | h       | 5432      | d   | m@e  | p:w/@% | -
          postgres://me:a+b@h/d                            | h       | 5432      | d   | me   | a+b  | -
          postgres://me:p@w@h/d                            | h       | 5432      | d   | me   | p@w  | -
          postgres://me:@h/d                               | h       | 5432      | d   | me   | ''   | -
          postgres://h/a%20b                               | h       | 5432      | a b | -    | -    | -
          postgres://me:pw@[::1]:6543/d                    | [::1]   | 6543      | d   | me   | pw   | -
          postgres://me:pw@one,two:6543/d                  | one,two | 5432,6543 | d   | me   | pw   | -
          postgres://h/d?user=me&password=p%26w            | h       | 5432      | d   | me   | p&w  | -
          jdbc:postgresql://h:6543/d?user=me&password=p%26w | h      | 6543      | d   | me   | p&w  | -
          jdbc:postgresql://h/d?sslmode=verify-full        | h       | 5432      | d   | -    | -    | verify-full
          jdbc:postgresql:d                                | localhost | 5432    | d   | -    | -    | -
          """)
  void eachFormReachesTheDriver(
      String text,
      String host,
      String port,
      String name,
      String user,
      String password,
      String sslmode) {
    DatabaseUrl url = DatabaseUrl.parse(text);
    Secret secret = url.password();
    Properties driver =
        DatabaseSettings.of(url.jdbcUrl(), url.user(), secret == null ? null : secret.reveal())
            .driverProperties();

    assertThat(driver.getProperty("PGHOST")).isEqualTo(host);
    assertThat(driver.getProperty("PGPORT")).isEqualTo(port);
    assertThat(driver.getProperty("PGDBNAME")).isEqualTo(name);
    assertThat(driver.getProperty("user")).isEqualTo(user);
    assertThat(driver.getProperty("password")).isEqualTo(password);
    assertThat(driver.getProperty("sslmode")).isEqualTo(sslmode);
  }
}
