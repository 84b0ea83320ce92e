package dev.edgewise.server.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.server.commit.Effort;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateTest {
  private static final int MIB = 1024 * 1024;
  private static final Language LANGUAGE = new Language();
  private static final Scope SCOPE =
      new Scope()
          .result("a", read("{\"n\": 1, \"s\": \"x}y\", \"list\": [1, 2.0], \"none\": null}"))
          .inputs(read("{\"host\": \"example.org\"}"));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"v\": \"${a.list}\"} | {\"v\":[1,2.0]}",
        "\"${a.n}\" | 1",
        "\"n is ${a.n}!\" | \"n is 1!\"",
        "\"${a.n}${a.s}\" | \"1x}y\"",
        "\"${a.list} ${a.none}\" | \"[1,2.0] null\"",
        "[\"${a.n}\", {\"a.b\": \"${a.s}\", \"a\": {\"b\": 1}}, 1.10] |"
            + " [1,{\"a.b\":\"x}y\",\"a\":{\"b\":1}},1.10]",
        "\"https://${inputs.host}/x?q=$${raw}\" | \"https://example.org/x?q=${raw}\"",
        "\"$${only}\" | \"${only}\"",
        "\"${{'k': '}'}.k + \\\"}\\\" + r'\\\\}' + '\\\\'}'}\" | \"}}\\\\}'}\"",
        "\"${'''it's }''' + a.s}\" | \"it's }x}y\"",
        "\"\\u0024{a.n}\" | 1",
        "\"$\\u007ba.n}\" | 1",
        "{\"price\": 1e400, \"id\": 123456789012345678901234567890, \"t\": \"${a.n}\"} |"
            + " {\"price\":1E+400,\"id\":123456789012345678901234567890,\"t\":1}",
      })
  void expressionsInStringsAreEvaluated(String template, String json) {
    assertThat(LANGUAGE.template(template).render(SCOPE, MIB, budget())).isEqualTo(json);
  }

  @Test
  void aTemplateWithoutExpressionsIsReturnedUnchanged() {
    String json = "{ \"a\" : 1.0e2, \"b\":\"{$}\" }";

    assertThat(LANGUAGE.template(json).render(SCOPE, MIB, budget())).isSameAs(json);
    assertThat(LANGUAGE.template(json).references().isEmpty()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"a\": [1, \"x ${1 +} y\"]} | .a[1]: ${1 +}: column 4: mismatched input",
        "\"${a.n\" | : a ${ has no closing }",
        "\"${}\" | : ${}: column 1: mismatched input '<EOF>'",
      })
  void mistakesAreFoundWithTheirPlace(String template, String complaint) {
    assertThatThrownBy(() -> LANGUAGE.template(template))
        .isInstanceOf(ExpressionException.class)
        .hasMessageStartingWith(complaint);
  }

  @Test
  void failuresAndReferencesNameTheirPlace() {
    Template template = LANGUAGE.template("{\"u\": {\"v\": \"${a.missing} and ${b}\"}}");

    assertThat(template.references().tasks())
        .containsEntry("a", ".u.v: ${a.missing}: column 1")
        .containsEntry("b", ".u.v: ${b}: column 1");
    assertThatThrownBy(() -> template.render(SCOPE, MIB, budget()))
        .hasMessage(".u.v: ${a.missing}: column 2: key 'missing' is not present in map.");
  }

  @Test
  void theRenderedSizeIsBounded() {
    Template template = LANGUAGE.template("[\"${lists.range(1000)}\", \"${lists.range(1000)}\"]");

    assertThatThrownBy(() -> template.render(SCOPE, 7_000, budget()))
        .hasMessageContaining("the value is larger than 7000 bytes of JSON");
  }

  private static Object read(@Nullable String json) {
    return Values.read(json, budget());
  }

  private static Budget budget() {
    return Budget.of(Effort.FULL);
  }
}
