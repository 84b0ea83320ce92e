package dev.edgewise.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.Resolution;
import dev.edgewise.server.testing.TestDatabase;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ConditionLettersTest {
  private static final Condition[] ALL = Condition.all().toArray(Condition[]::new);

  private static TestDatabase database;

  @BeforeAll
  static void open() {
    database = TestDatabase.open();
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @Test
  void databaseAndServerReadTheLettersTheSame() {
    for (int size = 0; size <= ALL.length; size++) {
      String letters = ConditionLetters.of(ALL, size);

      assertThat(ConditionLetters.read(letters)).containsExactly(Arrays.copyOf(ALL, size));
      assertThat(
              database.text("select cardinality(edge_conditions('%s'))::text".formatted(letters)))
          .isEqualTo(Integer.toString(size));
    }
  }

  @Test
  void theSameOutcomesSatisfyAConditionInTheDatabase() {
    for (Condition condition : ALL) {
      List<Resolution> satisfying =
          Arrays.stream(Resolution.values())
              .filter(outcome ->
                  database
                      .text(
                          "select satisfies('%s', '%s')::text"
                              .formatted(ConditionLetters.letter(condition), outcome))
                      .equals("true"))
              .toList();

      assertThat(satisfying).as(condition.toString()).isEqualTo(condition.outcomes());
    }
  }

  @Test
  void anExportShowsAConditionAsTheApiDoes() {
    assertThat(exported(Condition.ALWAYS)).isEqualTo("always");
    assertThat(exported(Condition.ON_SUCCESS)).isEqualTo("on_success");
    assertThat(exported(Condition.ON_FAILURE)).isEqualTo("on_failure");
    assertThat(exported(Condition.of(List.of(Resolution.SKIPPED, Resolution.SUCCESS))))
        .isEqualTo("[\"Success\",\"Skipped\"]");
    assertThat(exported(Condition.of(List.of(Resolution.CANCELLED)))).isEqualTo("[\"Canceled\"]");
  }

  private static String exported(Condition condition) {
    return database.text(
        "select condition_text('%s')".formatted(ConditionLetters.letter(condition)));
  }

  @Test
  void anUnknownLetterIsRefused() {
    assertThatThrownBy(() -> ConditionLetters.read("SX"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
