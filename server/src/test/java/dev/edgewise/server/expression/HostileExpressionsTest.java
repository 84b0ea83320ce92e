package dev.edgewise.server.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.re2j.Pattern;
import dev.edgewise.server.commit.Effort;
import dev.edgewise.server.commit.TooMuchEffortException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Short expressions that are endless work for CEL or RE2 in a single call. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class HostileExpressionsTest {
  private static final Language LANGUAGE = new Language();
  private static final int NAMES = 200;

  private static Object value(String expression) {
    return LANGUAGE.expression(expression).evaluate(new Scope(), Budget.of(Effort.FULL));
  }

  /** Names, each of which is given a value with the name before it. */
  private static String names(String value) {
    var expression = new StringBuilder("cel.bind(n0, [1], ");
    for (int i = 1; i < NAMES; i++) {
      expression.append("cel.bind(n%d, ".formatted(i)).append(value.replace("N", "n" + (i - 1)));
      expression.append(", ");
    }
    return expression + "1" + ")".repeat(NAMES);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{N: N}",
        "[{N: N}]",
        "[1].map(x, {N: N})",
        "[n].map(x, {x: x})",
        "[1].transformMap(i, v, {n: n})",
        "optional.of({n: n})",
        "[true ? {n: n} : {n: n}]",
      })
  void typesDoNotGrowWithTheNamesThatHaveThem(String value) {
    assertThat(value(names(value))).isEqualTo(1L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[]              | O[0][P] == P",
        "{}              | O[P] == P",
        "optional.none() | O.value()[P] == P",
        "[1].map(x, [])  | O[0][0][P] == P",
      })
  void openTypesDoNotGrowWithTheNamesThatFillThem(String open, String fill) {
    var expression = new StringBuilder();
    for (int i = 1; i < NAMES / 2; i++) {
      expression.append("cel.bind(o%d, %s, ".formatted(i, open));
      expression.append("cel.bind(f%d, [".formatted(i));
      expression.append(fill.replace("O", "o" + i).replace("P", i > 1 ? "o" + (i - 1) : "[1]"));
      expression.append("], ");
    }
    assertThat(value(expression + "1" + ")".repeat(NAMES - 2))).isEqualTo(1L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(?i)\u1c80",
        "(?s-m:(?mi:x\u1c80))",
        "(?i)[B-\\x{2000}]",
        "(?i)[--\u2000]",
        "(?i)\\x{00000000000001c80}",
        "(?i)[\\x7f-\\x{10ffff}]",
        "(?i)\\Q\\\\E\\x{1c80}",
      })
  void lettersWhoseCasesAreNotKnownAreRefusedInPatternsThatIgnoreCase(String pattern) {
    assertThatThrownBy(() -> value("'a'.matches(r'%s')".formatted(pattern)))
        .hasMessage("a pattern that ignores case has U+1C80, whose other cases are not known");
  }

  @Test
  void knownLettersMatchInAnyCase() {
    assertThat(value("'STRA\u1e9eE'.matches('(?i)stra\u00dfe')")).isEqualTo(true);
    assertThat(value("'\u0416\u0423\u041a'.matches('(?i)^[\u0430-\u044f]+$')")).isEqualTo(true);
    assertThat(value("'\u1c80'.matches('(?i)\u0432')")).isEqualTo(false);
    assertThat(value("'\u1c80'.matches('[B-\\\\x{2000}]')")).isEqualTo(true);
  }

  @Test
  void re2TerminatesForEveryLetterWhoseCasesAreKnown() {
    IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
        .filter(each -> Character.toLowerCase(each) != each || Character.toUpperCase(each) != each)
        .filter(CaseFolding::known)
        .mapToObj(Character::toString)
        .forEach(
            letter -> assertThat(Pattern.compile("(?i)" + letter).matcher(letter).find()).isTrue());
  }

  @ParameterizedTest
  @ValueSource(strings = {"(?i)[B-\\x{1c7f}]", "[\\pL\\PL]"})
  void largeCharacterClassesCostEffort(String part) {
    Expression expression = LANGUAGE.expression("'a'.matches(r'%s')".formatted(part.repeat(60)));

    assertThatThrownBy(() -> expression.evaluate(new Scope(), Budget.of(Effort.BRIEF)))
        .isInstanceOf(TooMuchEffortException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "duration(%s)",
        "timestamp(%s)",
        "timestamp(0).getHours(%s)",
      })
  void timesInLongTextsAreRefused(String expression) {
    String text = "lists.range(30000).map(x, '1h1m1s1ms1us1ns').join()";
    assertThatThrownBy(() -> value(expression.formatted(text)))
        .hasMessage("a time, a duration or a zone has more than 200 characters");
  }
}
