package dev.edgewise.server.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import dev.cel.common.CelOptions;
import dev.cel.common.internal.DefaultMessageFactory;
import dev.cel.common.internal.DynamicProto;
import dev.cel.runtime.ProtoMessageRuntimeEquality;
import dev.edgewise.server.commit.Effort;
import dev.edgewise.server.commit.TooMuchEffortException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LanguageTest {
  private static final int MIB = 1024 * 1024;
  private static final Language LANGUAGE = new Language();

  private static final Scope SCOPE =
      new Scope()
          .result(
              "a",
              read(
                  """
                  {"n": 1, "d": 2.5, "s": "hi", "none": null, "list": [3, 1, 2],
                   "big": 12345678901234567890, "deep": {"x": [{"y": true}]}}\
                  """))
          .result("nothing", read(null))
          .result("build-1", read("[1, 2]"))
          .result("item", read("\"a task\""))
          .inputs(read("{\"who\": \"Ada\"}"))
          .metadata(read("{\"team\": \"blue\"}"))
          .item(read("{\"id\": 7}"), 4);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a.n + 1 | 2",
        "a.n == 1.0 | true",
        "a.d > 2 | true",
        "a.d * 2.0 | 5.0",
        "a.big > 1 | true",
        "a | {\"n\":1,\"d\":2.5,\"s\":\"hi\",\"none\":null,\"list\":[3,1,2],\"big\":1.2345678901234567E19,\"deep\":{\"x\":[{\"y\":true}]}}",
        "a.none == null | true",
        "nothing == null | true",
        "nothing | null",
        "has(a.none) | true",
        "has(a.missing) | false",
        "a.?missing.orValue('x') | \"x\"",
        "a.list.map(a, a * 2) | [6,2,4]",
        "a.list.sort() | [1,2,3]",
        "a.list.filter(x, x > 1).size() | 2",
        "a.deep.x.all(e, e.y) | true",
        "[[1], [2, [3]]].flatten() | [1,2,[3]]",
        "lists.range(3) | [0,1,2]",
        "cel.bind(twice, a.n + a.n, twice * twice) | 4",
        "a.s.upperAscii() + '!' | \"HI!\"",
        "'a,b'.split(',').join('-') | \"a-b\"",
        "['', 'a', '', 'b'].join('-') | \"-a--b\"",
        "'banana'.replace('an', 'AN') | \"bANANa\"",
        "'banana'.replace('an', 'AN', 1) | \"bANana\"",
        "'ab'.replace('', '.') | \".a.b.\"",
        "math.greatest(a.n, a.d) | 2.5",
        "tasks['build-1'][1] | 2",
        "tasks[\"item\"] + tasks.a.s | \"a taskhi\"",
        "item.id + index | 11",
        "inputs.who + ' ' + metadata.team | \"Ada blue\"",
        "{'k': a.n, 1: [null]} | {\"k\":1,\"1\":[null]}",
        "timestamp('2026-01-02T03:04:05Z') + duration('1h') | \"2026-01-02T04:04:05Z\"",
        "duration('1500ms') | \"1.5s\"",
        "b'abc' | \"YWJj\"",
        "18446744073709551615u | 18446744073709551615",
        "'\\u0000\\u2028' | \"\\u0000\u2028\"",
        "int('7') + int(a.d) | 9",
      })
  void expressionsHaveValues(String expression, String json) {
    Object value = LANGUAGE.expression(expression).evaluate(SCOPE, budget());

    assertThat(Values.write(value, MIB)).isEqualTo(json);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a.n + | column 6: mismatched input '<EOF>'",
        "1 +* 2 | column 4: extraneous input '*'",
        "size(1, 2) | column 5: found no matching overload for 'size'",
        "nonsense(a) | column 9: undeclared reference to 'nonsense'",
        "'a' + 1 | column 5: found no matching overload for '_+_'",
        "1 + tasks | column 5: tasks must be followed by a task ID",
        "tasks[a.s] | column 1: tasks must be followed by a task ID",
      })
  void mistakesAreFoundWithTheirPlace(String expression, String complaint) {
    assertThatThrownBy(() -> LANGUAGE.expression(expression))
        .isInstanceOf(ExpressionException.class)
        .hasMessageStartingWith(complaint);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a.n + a.d | column 5: No matching overload for function '_+_'",
        "1 + a.missing | column 6: key 'missing' is not present in map.",
        "nothing.x | column 8: Error resolving field 'x'. Field selections must be performed on"
            + " messages or maps.",
        "1 / 0 | column 3: / by zero",
        "9223372036854775807 + a.n | column 21: long overflow",
        "a.list[5] | column 7: Index out of bounds: 5",
        "a.n ? 1 : 2 | column 2: expected boolean value, found: 1",
      })
  void failuresNameTheirCauseAndPlace(String expression, String complaint) {
    Expression compiled = LANGUAGE.expression(expression);

    assertThatThrownBy(() -> compiled.evaluate(SCOPE, budget()))
        .isInstanceOf(ExpressionException.class)
        .hasMessage(complaint);
  }

  @Test
  void referencesAreTheFreeNames() {
    References references =
        LANGUAGE
            .expression(
                "left.x + tasks['right-1'] + inputs.y + [1].map(left2, left2 + middle)[0]"
                    + " + lists.range(index)[0] + int(double('1'))")
            .references();

    assertThat(references.tasks())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("left", "column 1", "right-1", "column 15", "middle", "column 63"));
    assertThat(references.variables()).containsExactlyInAnyOrder("inputs", "index");
    assertThat(references.needsItem()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "n12.x + n7 | a__.x + b_",
        "x.map(e, e + x.e + other.?e) | a.map(b, b + a.e + c____.?e)",
        "size(size) + 'it' + r\"e\" + 0x1f // e | size(a___) + 'it' + r\"e\" + 0x1f // e",
        "has(q.b) && item.a in inputs.list && null == true | has(a.b) && item.a in inputs.list &&"
            + " null == true",
        "tasks['b'] + b | tasks['b'] + b",
        "é + b | é + a",
      })
  void namesBecomePlaceholders(String expression, String template) {
    assertThat(NameTemplate.of(expression).text()).isEqualTo(template);
  }

  @Test
  void expressionsWithTooManyNamesAreNotTemplated() {
    String sum = IntStream.range(0, 27).mapToObj(i -> "n" + i).collect(Collectors.joining(" + "));

    assertThat(NameTemplate.of(sum).text()).isEqualTo(sum);
    assertThat(LANGUAGE.expression(sum).references().tasks()).hasSize(27);
  }

  @Test
  void placesInLongerExpressionsNameTheLine() {
    assertThatThrownBy(() -> LANGUAGE.expression("1 +\n  nonsense()"))
        .hasMessageStartingWith("line 2, column 11: undeclared reference");
  }

  /** A value that is small because it holds the same ones many times. */
  private static final String NESTED =
      "cel.bind(a, [1], cel.bind(b, [a,a,a,a,a,a,a,a,a,a], cel.bind(c, [b,b,b,b,b,b,b,b,b,b],"
          + " cel.bind(d, [c,c,c,c,c,c,c,c,c,c], cel.bind(e, [d,d,d,d,d,d,d,d,d,d], cel.bind(f,"
          + " [e,e,e,e,e,e,e,e,e,e], cel.bind(g, [f,f,f,f,f,f,f,f,f,f], cel.bind(h,"
          + " [g,g,g,g,g,g,g,g,g,g], ";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lists.range(100000).map(x, lists.range(100000).map(y, y))",
        "lists.range(1000000000)",
        "cel.bind(a, lists.range(1000000), cel.bind(b, a + a + a + a + a, b + b + b + b))",
        "'a'.replace('', lists.range(2000).map(x, 'xxxxxxxxxx').join()).replace('a', 'b')"
            + ".replace('x', lists.range(2000).map(x, 'xxxxxxxxxx').join())",
        "lists.range(2000).map(x, lists.range(2000)).flatten()",
        "lists.range(100000).filter(x, -1 in lists.range(100000))",
        "sets.contains(lists.range(100000), lists.range(100000))",
        "sets.intersects(lists.range(9999).map(x, [x]), lists.range(9999).map(x, [-1]))",
        "cel.bind(s, lists.range(20000).map(x, 'aaaaaaaaaaaaaaaaaaaa').join(),"
            + " s.indexOf(s.substring(0, 200000) + 'b'))",
        "cel.bind(s, lists.range(20000).map(x, 'aaaaaaaaaaaaaaaaaaaa').join(),"
            + " lists.range(400000).map(i, s.charAt(i)))",
        "cel.bind(s, lists.range(20000).map(x, 'aaaaaaaaaaaaaaaaaaaa').join(),"
            + " lists.range(1000).map(i, s.split('')))",
        "cel.bind(s, lists.range(20000).map(x, 'aaaaaaaaaaaaaaaaaaaa').join(),"
            + " lists.range(1000).exists(i, s.matches('((a?){90}a{90})*b')))",
        "'a'.matches('((((a{100}){100}){100}){100})')",
        "'a'.matches('\\\\Q(\\\\E((((a{100}){100}){100}){100})')",
        "cel.bind(a, b'aaaaaaaaaaaaaaaa', cel.bind(b, a+a+a+a+a+a+a+a+a+a, cel.bind(c,"
            + " b+b+b+b+b+b+b+b+b+b, cel.bind(d, c+c+c+c+c+c+c+c+c+c, cel.bind(e,"
            + " d+d+d+d+d+d+d+d+d+d, cel.bind(f, e+e+e+e+e+e+e+e+e+e, cel.bind(g,"
            + " f+f+f+f+f+f+f+f+f+f, size(g))))))))",
        NESTED + "h == dyn([g, g, g, g, g, g, g, g, g, [1]])))))))))",
        NESTED + "dyn(h) in dyn([dyn(g), [g, g, g, g, g, g, g, g, g, [1]]])))))))))",
        NESTED + "h.distinct()))))))))",
        NESTED + "h.flatten(9)))))))))",
        NESTED + "dyn(h) ? 1 : 2))))))))",
        NESTED + "{dyn(h): 1}))))))))",
        NESTED + "{}[dyn(h)]))))))))",
        NESTED + "{?'a': dyn(h)}))))))))",
        NESTED + "[1].transformMapEntry(k, v, {dyn(h): 1})))))))))",
        "lists.range(500000).all(x, 1 / 0 > x)",
        "lists.range(500000).map(x, a.missing)",
        "lists.range(30000).transformMap(i, v, v)",
      })
  void expressionsBeyondTheirBudgetFail(String expression) {
    Expression compiled = LANGUAGE.expression(expression);

    assertThatThrownBy(() -> compiled.evaluate(SCOPE, budget()))
        .isInstanceOf(ExpressionException.class)
        .hasMessageMatching(
            "it takes more than 5000000 steps"
                + "|it takes more than 64 MiB of memory"
                + "|it builds a text of more than 16777216 characters"
                + "|a pattern has more than 50000 parts"
                + "|expected (a key|true or false|an optional), found a list( or a map)?");
  }

  @Test
  void twoEvaluationsOfAnExpressionCostTheSame() {
    Expression expression = LANGUAGE.expression("lists.range(1000).map(x, string(x) + 'a').size()");
    Budget first = budget();
    Budget second = budget();

    expression.evaluate(SCOPE, first);
    expression.evaluate(SCOPE, second);

    assertThat(first.steps()).isPositive().isEqualTo(second.steps());
    assertThat(first.bytes()).isPositive().isEqualTo(second.bytes());
  }

  @Test
  void briefEffortRefusesLongEvaluations() {
    Expression expression = LANGUAGE.expression("lists.range(100000).map(x, x * 2).size()");

    assertThatThrownBy(() -> expression.evaluate(SCOPE, Budget.of(Effort.BRIEF)))
        .isInstanceOf(TooMuchEffortException.class);
    assertThat(expression.evaluate(SCOPE, budget())).isEqualTo(100_000L);
  }

  @Test
  void macrosThatDoubleTheirTextAreRefusedBeforeTheyDoSo() {
    assertThat(
            LANGUAGE
                .expression("optional.of(1).optMap(v, v + 1).value()")
                .evaluate(SCOPE, budget()))
        .isEqualTo(2L);
    assertThatThrownBy(
            () -> LANGUAGE.expression("optional.of(1)" + ".optMap(v, v)".repeat(30) + ".value()"))
        .hasMessage("it has too many optMap and optFlatMap");
  }

  @Test
  void aFunctionWithoutACostIsRefused() {
    var prices =
        new FunctionCosts(
            ProtoMessageRuntimeEquality.create(
                DynamicProto.create(DefaultMessageFactory.INSTANCE), CelOptions.current().build()));
    assertThatThrownBy(() -> prices.cost("list_new_function", List.of(List.class)))
        .hasMessage("the function list_new_function has no cost");
    assertThat(LANGUAGE.expression("[1].sort()").evaluate(SCOPE, budget())).isEqualTo(List.of(1L));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "abc",
        "a{3}",
        "(a{10}){10}",
        "((a|b){5}c{2,7}){3,}",
        "[0-9a-f]{8}-[0-9a-f]{4}",
        "[)]{9}(x)",
        "[]a{9}]{9}",
        "\\(a{20}\\)",
        "\\Q(\\E(a{9}){9}",
        "(?i)(x{2}){1,9}",
        "\\pN{4}[[:alpha:]]{6}"
      })
  void thePredictedSizeOfAPatternIsAtLeastAThirdOfItsProgram(String pattern) {
    assertThat(PatternSize.of(pattern))
        .isGreaterThanOrEqualTo(com.google.re2j.Pattern.compile(pattern).programSize() / 3);
  }

  @ParameterizedTest
  @ValueSource(strings = {".b", "+1", "[0]", " && true", "? 1 : 2"})
  void longChainsAreCompiledOrRefused(String link) {
    try {
      LANGUAGE.expression("a" + link.repeat(16_000 / link.length()));
    } catch (ExpressionException e) {
      assertThat(e.getMessage()).isNotEmpty();
    }
  }

  @Test
  void aListOfAHundredThousandElementsIsMapped() {
    Object value =
        LANGUAGE.expression("lists.range(100000).map(x, x * 2)").evaluate(SCOPE, budget());

    assertThat(value).asInstanceOf(LIST).hasSize(100_000).last().isEqualTo(199_998L);
  }

  @Test
  void resultsAreBounded() {
    Object value = LANGUAGE.expression("lists.range(1000000)").evaluate(SCOPE, budget());

    assertThatThrownBy(() -> Values.write(value, MIB))
        .hasMessage("the value is larger than 1048576 bytes of JSON");
    Object ratio = LANGUAGE.expression("0.0 / 0.0").evaluate(SCOPE, budget());
    assertThatThrownBy(() -> Values.write(ratio, MIB))
        .hasMessage("the value NaN is not a number in JSON");
    Object type = LANGUAGE.expression("type(1)").evaluate(SCOPE, budget());
    assertThatThrownBy(() -> Values.write(type, MIB))
        .hasMessage("the value is a type, which JSON does not have");
    String deep = "[".repeat(190) + "]".repeat(190);
    Scope nested = new Scope().inputs(read(deep));
    Object deeper =
        LANGUAGE.expression("[[[[[[[[[[[[inputs]]]]]]]]]]]]").evaluate(nested, budget());
    assertThatThrownBy(() -> Values.write(deeper, MIB))
        .hasMessage("the value is nested more than 200 deep");
  }

  @Test
  void tasksMayHaveTheNamesOfTypesAndNamespaces() {
    assertThat(LANGUAGE.expression("list.map(x, x + map)").references().tasks())
        .containsOnlyKeys("list", "map");
    assertThat(LANGUAGE.expression("math.greatest(math.score, sets[0])").references().tasks())
        .containsOnlyKeys("math", "sets");
    assertThat(LANGUAGE.expression("type([1]) == list").evaluate(SCOPE, budget())).isEqualTo(true);
    assertThat(LANGUAGE.expression("type([1]) == list").references().tasks()).isEmpty();
  }

  private static Object read(@Nullable String json) {
    return Values.read(json, budget());
  }

  private static Budget budget() {
    return Budget.of(Effort.FULL);
  }
}
