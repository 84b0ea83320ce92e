package dev.edgewise.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.core.state.Condition;
import dev.edgewise.server.testing.TestDatabase;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ConditionLettersTest {
  private static final Condition[] ALL = Condition.values();

  @Test
  void databaseAndServerReadTheLettersTheSame() {
    try (TestDatabase database = TestDatabase.open()) {
      for (int size = 0; size <= ALL.length; size++) {
        String letters = ConditionLetters.of(ALL, size);
        Condition[] read = ConditionLetters.read(letters);

        assertThat(read).containsExactly(Arrays.copyOf(ALL, size));
        assertThat(inDatabase(database, letters))
            .isEqualTo(
                Arrays.stream(read)
                    .map(Condition::wireName)
                    .collect(Collectors.joining(",", "{", "}")));
      }
    }
  }

  private static String inDatabase(TestDatabase database, String letters) {
    return database
        .database()
        .engine()
        .withHandle(handle ->
            handle
                .createQuery("select edge_conditions(:letters)::text")
                .bind("letters", letters)
                .mapTo(String.class)
                .one());
  }

  @Test
  void anUnknownLetterIsRefused() {
    assertThatThrownBy(() -> ConditionLetters.read("SX")).hasMessageContaining("SX");
  }
}
