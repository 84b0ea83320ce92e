package dev.edgewise.server.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.server.commit.Effort;
import dev.edgewise.server.commit.TooMuchEffortException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The methods of lists that add, compare, order and combine elements. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class ListMethodsTest {
  private static final int MIB = 1024 * 1024;
  private static final Language LANGUAGE = new Language();

  private static Object value(String expression, Effort effort) {
    Scope scope =
        new Scope()
            .inputs(
                Values.read(
                    "{\"numbers\": [3, 1, 2], \"mixed\": [2, 0.5], \"names\": [\"b\", \"a\"],"
                        + " \"none\": []}",
                    Budget.of(Effort.FULL)));
    return LANGUAGE.expression(expression).evaluate(scope, Budget.of(effort));
  }

  private static Object value(String expression) {
    return value(expression, Effort.FULL);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[].sum() | 0",
        "inputs.none.sum() | 0",
        "inputs.numbers.sum() | 6",
        "inputs.numbers.sum() + 1 | 7",
        "inputs.mixed.sum() | 2.5",
        "[1u, 2u].sum() | 3",
        "[1, 1u].sum() | 2.0",
        "[9223372036854775807, 1.0].sum() | 9.223372036854776E18",
        "[9223372036854775807, -1].sum() | 9223372036854775806",
        "[].min() | null",
        "inputs.none.max() | null",
        "[].avg() == null | true",
        "inputs.numbers.min() | 1",
        "inputs.numbers.max() | 3",
        "inputs.mixed.min() | 0.5",
        "inputs.mixed.max() | 2",
        "[1.0, 1].max() | 1.0",
        "inputs.names.min() | \"a\"",
        "[timestamp('2026-01-02T00:00:00Z'), timestamp('2026-01-01T00:00:00Z')].min() |"
            + " \"2026-01-01T00:00:00Z\"",
        "[duration('1m'), duration('2s')].max() | \"60s\"",
        "[b'b', b'a'].min() | \"YQ==\"",
        "[true, false].min() | false",
        "[1, 2].avg() | 1.5",
        "[2, 2].avg() | 2.0",
        "[9223372036854775807, 9223372036854775807].avg() | 9.223372036854776E18",
        "[1, 2, 1, 3, 2].distinct() | [1,2,3]",
        "[1, 1.0, 1u].distinct() | [1]",
        "['a', 1, null, null, [1], [1.0], {'a': 1}, {'a': 1}].distinct() |"
            + " [\"a\",1,null,[1],{\"a\":1}]",
        "[].distinct() | []",
        "inputs.numbers.sort() | [1,2,3]",
        "[2, 0.5, 1u].sort() | [0.5,1,2]",
        "[1, 1.0, 0].sort() | [0,1,1.0]",
        "[1.0, 1, 0].sort() | [0,1.0,1]",
        "['b', 'B', 'a'].sort() | [\"B\",\"a\",\"b\"]",
        "[duration('1m'), duration('2s')].sort() | [\"2s\",\"60s\"]",
        "[9007199254740993, 9007199254740992.0, 9007199254740992].sort() |"
            + " [9007199254740993,9.007199254740992E15,9007199254740992]",
        "[].sort() | []",
        "['ccc', 'a', 'bb'].sortBy(x, size(x)) | [\"a\",\"bb\",\"ccc\"]",
        "['c', 'a', 'b'].sortBy(x, 0) | [\"c\",\"a\",\"b\"]",
        "[1, [2, [3]], []].flatten() | [1,2,[3]]",
        "[].flatten() | []",
        "[1, 2].zip(['a', 'b']) | [[1,\"a\"],[2,\"b\"]]",
        "[1, 2, 3].zip(['a']) | [[1,\"a\"]]",
        "[].zip([1]) | []",
        "inputs.numbers.zip(inputs.none) | []",
        "inputs.numbers.zip(inputs.names).map(p, p[1]) | [\"b\",\"a\"]",
      })
  void methodsOfListsHaveValues(String expression, String json) {
    assertThat(Values.write(value(expression), MIB)).isEqualTo(json);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[9223372036854775807, 1].sum() | column 29: long overflow",
        "[18446744073709551615u, 1u].sum() | column 32: ulong overflow",
        "[1, 'a'].sum() | column 13: sum needs numbers, found a string",
        "[null].avg() | column 11: avg needs numbers, found null",
        "[1, 'a'].min() | column 13: min cannot compare an int with a string",
        "[[1]].max() | column 10: max cannot compare a list",
        "[1, null].sort() | column 15: sort cannot compare null",
        "['a', true].sort() | column 17: sort cannot compare a string with a bool",
        "[1, {}].sort() | column 13: sort cannot compare a map",
      })
  void listsThatCannotBeAddedOrComparedAreRefused(String expression, String complaint) {
    assertThatThrownBy(() -> value(expression))
        .isInstanceOf(ExpressionException.class)
        .hasMessage(complaint);
  }

  @ParameterizedTest
  @ValueSource(strings = {"(1).sum()", "'a'.min()", "[1].zip()", "[1].zip(2)", "{}.avg()"})
  void methodsOfListsNeedLists(String expression) {
    assertThatThrownBy(() -> value(expression))
        .isInstanceOf(ExpressionException.class)
        .hasMessageContaining("found no matching overload");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lists.range(1000).all(x, lists.range(50000).sum() >= 0)",
        "cel.bind(l, lists.range(50000), lists.range(1000).all(x, l.sum() >= 0))",
        "cel.bind(l, lists.range(50000), lists.range(1000).all(x, l.min() >= 0))",
        "cel.bind(l, lists.range(50000), lists.range(1000).all(x, l.max() >= 0))",
        "cel.bind(l, lists.range(50000), lists.range(1000).all(x, l.avg() >= 0.0))",
        "cel.bind(l, lists.range(50000), lists.range(1000).all(x, l.zip(l) != []))",
        "cel.bind(l, lists.range(50000), lists.range(1000).all(x, l.sort() != []))",
        "cel.bind(l, lists.range(50000), lists.range(1000).all(x, l.distinct() != []))",
        "lists.range(1000000).sort()",
        "cel.bind(l, lists.range(500000), l.zip(l).zip(l.zip(l)))",
        "cel.bind(s, lists.range(20000).map(x, 'aaaaaaaaaaaaaaaaaaaa').join(),"
            + " cel.bind(l, lists.range(1000).map(x, s), lists.range(9).all(x, l.min() != '')))",
        "cel.bind(s, lists.range(20000).map(x, 'aaaaaaaaaaaaaaaaaaaa').join(),"
            + " lists.range(1000).map(x, s).sort())",
        "cel.bind(s, lists.range(20000).map(x, 'aaaaaaaaaaaaaaaaaaaa').join(),"
            + " lists.range(1000).sortBy(x, s))",
      })
  void methodsOfListsAreWithinTheBudget(String expression) {
    assertThatThrownBy(() -> value(expression))
        .isInstanceOf(ExpressionException.class)
        .hasMessageMatching("it takes more than 5000000 steps|it takes more than 64 MiB of memory");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lists.range(45000).sum()",
        "lists.range(45000).min()",
        "lists.range(45000).zip(lists.range(45000))",
        "lists.range(45000).sort()"
      })
  void briefEffortRefusesLongLists(String expression) {
    assertThatThrownBy(() -> value(expression, Effort.BRIEF))
        .isInstanceOf(TooMuchEffortException.class);
    assertThat(value(expression)).isNotNull();
  }

  @Test
  void aHundredThousandElementsAreAddedAndSorted() {
    assertThat(value("lists.range(100000).sum()")).isEqualTo(4_999_950_000L);
    assertThat(value("lists.range(100000).map(x, -x).sort()[0]")).isEqualTo(-99_999L);
    assertThat(value("lists.range(100000).zip(lists.range(100000))[99999]").toString())
        .isEqualTo("[99999, 99999]");
  }
}
