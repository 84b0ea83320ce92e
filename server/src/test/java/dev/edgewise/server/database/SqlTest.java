package dev.edgewise.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class SqlTest {

  @Test
  void aStatementIsReadByItsName() {
    assertThat(Sql.named("testing/answer")).isEqualTo("SELECT 42;\n");
  }

  @Test
  void anUnknownStatementIsNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Sql.named("testing/none"))
        .withMessageContaining("/sql/testing/none.sql");
  }
}
