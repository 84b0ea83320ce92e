package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.testing.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.ObjectMapper;

/** The declared inputs of workflows: what expressions may read, and schemas. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class WorkflowInputsOverHttpTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String ORDER =
      """
      {"type": "object", "required": ["id", "items"], "additionalProperties": false,
       "properties": {
         "id": {"type": "string", "pattern": "^[A-Z]-[0-9]+$"},
         "items": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/item"}}},
       "$defs": {"item": {"type": "object", "required": ["price"],
                          "properties": {"price": {"type": "number", "minimum": 0}}}}}
      """;

  private static TestDatabase database;
  private static Client client;

  @BeforeAll
  static void start() {
    database = TestDatabase.open();
    client = Client.start(database, Map.of());
  }

  @AfterAll
  static void stop() {
    client.close();
    database.close();
  }

  private static Reply put(String name, String inputs, String members) {
    return client.send(
        "PUT",
        "/workflow/" + name,
        "{\"inputs\": {%s}, \"tasks\": [{\"id\": \"a\", \"name\": \"a\", \"kind\": \"k\"%s]}"
            .formatted(inputs, members));
  }

  private static Reply putSchema(String name, String schema) {
    return put(name, "\"x\": {\"schema\": %s}".formatted(schema), "}");
  }

  private static Reply run(String name, String value) {
    return client.post("/workflow/" + name + "/run", "{\"inputs\": {\"x\": %s}}".formatted(value));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "let | inputs.woh | column 7",
        "let | [1].map(i, i + inputs['woh']) | column 22",
        "let | has(inputs.woh) | column 4",
        "let | inputs.?woh.orValue(1) | column 7",
        "when | inputs[?'woh'].hasValue() | column 7",
        "spread | inputs.woh | column 7",
        "output | inputs.woh | column 7",
      })
  void aWorkflowThatReadsAnUndeclaredInputIsRefused(String part, String text, String place) {
    Reply reply = put("undeclared", "\"who\": {}", ", \"%s\": \"%s\"}".formatted(part, text));

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.details())
        .isEqualTo(
            "tasks[0].%s: %s: the workflow has no input 'woh' (did you mean who?)"
                .formatted(part, place));
  }

  @Test
  void undeclaredInputsAreFoundInTemplatesAndTheOutput() {
    String action =
        """
        {"kind": "Webhook", "params": {"url": "http://127.0.0.1:1/", "verb": "Post", "body": {"x": "${inputs.b}"}}}\
        """;
    assertThat(
            put(
                    "templates",
                    "\"who\": {}",
                    ", \"input\": {\"m\": [\"Hi ${inputs.a}\"]}, \"on_success\": [%s]}"
                        .formatted(action))
                .details())
        .contains("tasks[0].input.m[0]: ${inputs.a}: column 7: the workflow has no input 'a'")
        .contains("tasks[0].on_success")
        .contains("${inputs.b}: column 7: the workflow has no input 'b'");
    assertThat(put("result", "", "}], \"output\": \"inputs.c\", \"x\": [1").details())
        .contains("x: unknown field");
    assertThat(
            client
                .send(
                    "PUT",
                    "/workflow/result",
                    "{\"tasks\": [{\"id\": \"a\", \"name\": \"a\", \"kind\": \"k\"}],"
                        + " \"output\": \"inputs.c\"}")
                .details())
        .isEqualTo("output: column 7: the workflow has no input 'c'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "inputs.who",
        "inputs['w' + 'ho']",
        "inputs.map(name, inputs[name])",
        "inputs.who.woh",
        "cel.bind(inputs, {'woh': 1}, inputs.woh)",
      })
  void declaredAndComputedNamesOfInputsMayBeRead(String text) {
    assertThat(put("declared", "\"who\": {}", ", \"let\": \"%s\"}".formatted(text)).status())
        .isIn(200, 201);
  }

  @Test
  void anOrdinaryBatchMayReadInputsThatItDoesNotHave() {
    Reply reply =
        client.post(
            "/task",
            "[{\"id\": \"a\", \"name\": \"a\", \"kind\": \"k\", \"let\": \"has(inputs.x)\"}]");

    assertThat(reply.status()).isEqualTo(201);
  }

  @Test
  void theInputsOfARunMustMatchTheirSchemas() {
    assertThat(putSchema("order", ORDER).status()).isEqualTo(201);

    assertThat(run("order", "{\"id\": \"A-1\", \"items\": [{\"price\": 1.5}]}").status())
        .isEqualTo(201);
    Reply wrong =
        run(
            "order",
            "{\"id\": \"1\", \"items\": [{\"price\": 1}, {\"price\": -1}, {}], \"more\": 1}");
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.details().split("; "))
        .anySatisfy(line -> assertThat(line).startsWith("inputs.x.id: ").contains("^[A-Z]-[0-9]+$"))
        .contains("inputs.x.items[1].price: must have a minimum value of 0")
        .anySatisfy(line -> assertThat(line).startsWith("inputs.x.items[2]: ").contains("price"))
        .anySatisfy(line -> assertThat(line).startsWith("inputs.x: ").contains("more"))
        .hasSize(4);
    assertThat(run("order", "null").details()).startsWith("inputs.x: ");
    Reply schedule =
        client.send(
            "PUT",
            "/schedule/orders",
            "{\"workflow\": \"order\", \"inputs\": {\"x\": 7}, \"interval\": \"PT1H\"}");
    assertThat(schedule.status()).isEqualTo(400);
    assertThat(schedule.details()).startsWith("inputs.x: ");
  }

  @Test
  void manyViolationsAreCounted() {
    putSchema("strings", "{\"items\": {\"type\": \"string\"}}");

    List<String> lines =
        List.of(
            run("strings", IntStream.range(0, 1_000).boxed().toList().toString())
                .details()
                .split("; "));

    assertThat(lines).hasSize(51).last().isEqualTo("inputs.x: 950 more violations of its schema");
  }

  @Test
  void aDefaultMustMatchItsSchema() {
    String input = "\"x\": {\"default\": %s, \"schema\": {\"type\": \"integer\"}}";

    assertThat(put("fallback", input.formatted("\"1\""), "}").details())
        .startsWith("inputs.x.default: ");
    assertThat(put("fallback", input.formatted("1"), "}").status()).isEqualTo(201);
    assertThat(client.post("/workflow/fallback/run", "{}").status()).isEqualTo(201);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1 | inputs.x.schema: must be a JSON Schema, an object",
        "{\"type\": \"strnig\"} | inputs.x.schema.type: ",
        "{\"minItems\": -1} | inputs.x.schema.minItems: ",
        "{\"properties\": {\"a\": {\"enum\": 1}}} | inputs.x.schema.properties.a.enum: ",
        "{\"pattern\": \"(\"} | inputs.x.schema.pattern: a pattern is not a regular expression: ",
        "{\"pattern\": \"(?=a)\"} | inputs.x.schema.pattern: a pattern is not a regular expression:"
            + " ",
        "{\"$ref\": \"#/$defs/a\"} | inputs.x.schema.$ref: there is no part '#/$defs/a'",
        "{\"$ref\": \"other.json\"} | inputs.x.schema.$ref: can only refer to a part of the same"
            + " schema",
        "{\"$ref\": \"classpath:application.properties\"} | inputs.x.schema.$ref: can only refer",
        "{\"$schema\": \"http://127.0.0.1/x\"} | inputs.x.schema.$schema: must be"
            + " https://json-schema.org/draft/2020-12/schema",
        "{\"$id\": \"http://127.0.0.1/x\"} | inputs.x.schema.$id: is not supported",
        "{\"items\": {\"$ref\": \"#\"}} | inputs.x.schema.items.$ref: a schema cannot refer to"
            + " itself",
        "{\"properties\": {\"const\": {\"$ref\": \"#\"}}} | inputs.x.schema.properties.const.$ref:"
            + " a schema",
      })
  void anInvalidSchemaIsRefused(String schema, String complaint) {
    Reply reply = putSchema("invalid", schema);

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.details()).startsWith(complaint);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "true",
        "{}",
        "{\"const\": {\"$ref\": \"http://127.0.0.1/\"}}",
        "{\"properties\": {\"$ref\": {\"type\": \"string\"}, \"$id\": true}}",
        "{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\", \"format\":"
            + " \"date-time\"}",
        "{\"$defs\": {\"a b/c\": {}}, \"$ref\": \"#/$defs/a%20b~1c\"}",
        "{\"anyOf\": [{\"type\": \"integer\"}, {\"not\": {\"uniqueItems\": true}}, true]}",
      })
  void aValidSchemaIsStoredAndChecksValues(String schema) {
    assertThat(putSchema("valid", schema).status()).isIn(200, 201);
    assertThat(run("valid", "{\"$ref\": \"http://127.0.0.1/\"}").status()).isEqualTo(201);
  }

  @Test
  void noSchemaIsEverFetched() throws IOException {
    try (ServerSocket remote = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      String url = "http://127.0.0.1:%d/schema".formatted(remote.getLocalPort());
      List<Integer> answers = new ArrayList<>();
      for (String keyword : List.of("$ref", "$schema", "$id", "$dynamicRef", "$recursiveRef")) {
        answers.add(putSchema("remote", "{\"%s\": \"%s\"}".formatted(keyword, url)).status());
      }
      assertThat(answers).containsOnly(400);
      // Would be there already: the replies came after it.
      remote.setSoTimeout(1);
      assertThat(accepts(remote)).isFalse();
    }
  }

  private static boolean accepts(ServerSocket remote) throws IOException {
    try (var _ = remote.accept()) {
      return true;
    } catch (SocketTimeoutException _) {
      return false;
    }
  }

  /** Definitions of which each refers twice to the next one. */
  private static String doubling(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> {
          String next = i == count - 1 ? "true" : "{\"$ref\": \"#/$defs/d%d\"}".formatted(i + 1);
          return "\"d%d\": {\"allOf\": [%s, %s]}".formatted(i, next, next);
        })
        .collect(Collectors.joining(", ", "{\"$ref\": \"#/$defs/d0\", \"$defs\": {", "}}"));
  }

  @Test
  void schemasThatAreEndlessWorkAreRefused() {
    assertThat(putSchema("endless", doubling(40)).details())
        .contains("inputs.x.schema: must have at most 10000 parts");
    String deep = "{\"not\": ".repeat(150) + "true" + "}".repeat(150);
    assertThat(putSchema("endless", deep).details())
        .contains("inputs.x.schema: must be nested at most 100 deep");
    String long_ = "{\"title\": \"%s\"}".formatted("x".repeat(70_000));
    assertThat(putSchema("endless", long_).details())
        .contains("the schemas of a workflow must have at most 65536 bytes together");
    assertThat(putSchema("endless", "{\"pattern\": \"((a{100}){100}){100}\"}").details())
        .contains("a pattern has more than 50000 parts");
  }

  @Test
  void valuesThatAreTooMuchWorkForTheirSchemaAreRefused() {
    putSchema("long", "{\"pattern\": \"^((a?){90}a{90})*$\"}");
    assertThat(run("long", "\"%s\"".formatted("a".repeat(500_000))).details())
        .contains("inputs.x: cannot be checked against its schema: it takes more than");
    assertThat(run("long", "\"aa\"").details()).startsWith("inputs.x: ");
    assertThat(run("long", "\"%s\"".formatted("a".repeat(90))).status()).isEqualTo(201);

    putSchema("wide", "{\"items\": %s}".formatted(doubling(6).replace("#/", "#/items/")));
    String numbers = JSON.writeValueAsString(IntStream.range(0, 50_000).boxed().toList());
    assertThat(run("wide", numbers).details())
        .isEqualTo("inputs.x: is too large to be checked against its schema");
    assertThat(run("wide", "[1, 2, 3]").status()).isEqualTo(201);

    putSchema("unique", "{\"uniqueItems\": true}");
    assertThat(run("unique", numbers).details())
        .isEqualTo("inputs.x: is too large to be checked against its schema");
    assertThat(run("unique", "[1, 2, 1]").status()).isEqualTo(400);
    assertThat(run("unique", "[1, 2, 3]").status()).isEqualTo(201);
  }
}
