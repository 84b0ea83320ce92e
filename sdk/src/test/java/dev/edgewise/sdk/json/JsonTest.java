package dev.edgewise.sdk.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.api.BatchState;
import dev.edgewise.api.Completion;
import dev.edgewise.api.Dependency;
import dev.edgewise.api.EdgeCondition;
import dev.edgewise.api.Json;
import dev.edgewise.api.TaskStatus;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts, values and records, there and back. */
class JsonTest {

  record Point(
      int x,
      @Nullable Long yAxis,
      @Nullable List<String> tags,
      @Nullable Map<String, Double> weights) {}

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "true",
        "[]",
        "{}",
        "0",
        "-1.50",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775809",
        "0.1",
        "123456789012345678901234567890.123456789",
        "\"\\\"\\\\ä€😀\\n\\u0001\\ud800\"",
        "{\"b\":[1,{\"a\":null}],\"a\":\"\"}"
      })
  void aValueThatIsReadIsWrittenBackUnchanged(String text) {
    assertThat(JsonWriter.write(JsonReader.read(text))).isEqualTo(text);
  }

  @Test
  void numbersKeepEveryDigit() {
    assertThat(JsonReader.read("[1, 12345678901234567890, 1e3, 1.10]"))
        .isEqualTo(
            List.of(
                1L,
                new BigInteger("12345678901234567890"),
                new BigDecimal("1E+3"),
                new BigDecimal("1.10")));
  }

  @Test
  void escapesAndSpacesAreRead() {
    assertThat(JsonReader.read(" { \"a\\u0041\\/\" :\t[ \"\\b\\f\\r\\t\" ] }\r\n"))
        .isEqualTo(Map.of("aA/", List.of("\b\f\r\t")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "nul",
        "tru",
        "01",
        "+1",
        ".5",
        "1.",
        "1e",
        "-",
        "NaN",
        "[1,]",
        "[,1]",
        "[1 2]",
        "{\"a\":1,}",
        "{a:1}",
        "{\"a\" 1}",
        "{\"a\":1,\"a\":2}",
        "\"",
        "\"\t\"",
        "\"\\x\"",
        "\"\\u00g0\"",
        "\"\\u00",
        "1 2",
        "[1]]",
        "{\"a\":",
        "'a'",
        "// x\n1",
        "1e99999999999"
      })
  void invalidJsonIsRefused(String text) {
    assertThatThrownBy(() -> JsonReader.read(text))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("at character");
  }

  @Test
  void nestingIsBounded() {
    String deep = "[".repeat(200) + "]".repeat(200);
    assertThat(JsonWriter.write(JsonReader.read(deep))).isEqualTo(deep);
    assertThatThrownBy(() -> JsonReader.read("[" + deep + "]")).isInstanceOf(JsonException.class);
    Object value = JsonReader.read(deep);
    assertThatThrownBy(() -> JsonWriter.write(List.of(value))).isInstanceOf(JsonException.class);
  }

  @Test
  void recordsAreWrittenAndReadBack() {
    var point = new Point(1, null, List.of("a"), Map.of("w", 0.5));
    String text = JsonWriter.write(point);

    assertThat(text)
        .isEqualTo("{\"x\":1,\"y_axis\":null,\"tags\":[\"a\"],\"weights\":{\"w\":0.5}}");
    assertThat(RecordBinding.bind(JsonReader.read(text), Point.class)).isEqualTo(point);
  }

  @Test
  void requestsOmitUnsetMembersButNotAGivenNull() {
    UUID id = UUID.fromString("01890000-0000-7000-8000-000000000001");
    var unset = new Completion(id, "t", TaskStatus.SUCCESS, null, null, null, null);
    var given = new Completion(id, "t", TaskStatus.SUCCESS, Json.NULL, null, null, null);

    assertThat(JsonWriter.writeRequest(unset)).endsWith("\"status\":\"Success\"}");
    assertThat(JsonWriter.writeRequest(given)).endsWith("\"status\":\"Success\",\"result\":null}");
    assertThat(JsonWriter.writeRequest(new Dependency("a", null, EdgeCondition.ON_FAILURE, null)))
        .isEqualTo("{\"id\":\"a\",\"condition\":\"on_failure\"}");
  }

  @Test
  void arraysEnumsTimesAndKeysAreWritten() {
    assertThat(
            JsonWriter.write(
                Arrays.asList(
                    new int[] {1, 2}, BatchState.FAILED, Instant.EPOCH, 'c', Map.of(1, 2f))))
        .isEqualTo("[[1,2],\"failed\",\"1970-01-01T00:00:00Z\",\"c\",{\"1\":2.0}]");
  }

  @Test
  void valuesThatCannotBeWrittenAreRefused() {
    assertThatThrownBy(() -> JsonWriter.write(Double.NaN)).isInstanceOf(JsonException.class);
    assertThatThrownBy(() -> JsonWriter.write(new Object())).hasMessageContaining("Object");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"x\":1.5}",
        "{\"x\":2147483648}",
        "{\"x\":\"1\"}",
        "{\"x\":null}",
        "{}",
        "{\"x\":1,\"tags\":[1]}",
        "{\"x\":1,\"tags\":{}}",
        "{\"x\":1,\"weights\":[]}",
        "[]"
      })
  void aValueThatDoesNotFitItsRecordIsRefused(String text) {
    assertThatThrownBy(() -> RecordBinding.bind(JsonReader.read(text), Point.class))
        .isInstanceOf(JsonException.class)
        .hasMessageStartingWith("Point");
  }

  @Test
  void membersThatARecordDoesNotHaveAreIgnored() {
    assertThat(RecordBinding.bind(JsonReader.read("{\"x\":1e0,\"new\":[]}"), Point.class))
        .isEqualTo(new Point(1, null, null, null));
  }
}
