package dev.edgewise.server.http.submission;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.core.graph.Actions;
import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.core.graph.DataFlow;
import dev.edgewise.core.graph.DedupeMatcher;
import dev.edgewise.core.graph.Dependency;
import dev.edgewise.core.graph.Fairness;
import dev.edgewise.core.graph.Spread;
import dev.edgewise.core.graph.StartAfter;
import dev.edgewise.core.graph.TaskSpec;
import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.retry.RetryPolicy;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.Join;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.expression.Language;
import dev.edgewise.server.http.ApiException;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SubmissionReaderTest {

  private static final SubmissionRules RULES =
      new SubmissionRules(
          1000,
          10,
          3600,
          url -> url.contains("169.254") ? "must not be a private address" : null,
          new Language(),
          null);

  @Test
  void aTaskOfThreeMembersGetsTheDefaults() {
    TaskSpec task = only("{'id':'a','name':'A','kind':'k'}");
    assertThat(task)
        .isEqualTo(
            new TaskSpec(
                "a",
                "A",
                "k",
                60,
                null,
                0,
                Fairness.NONE,
                List.of(),
                Join.ALL,
                Actions.NONE,
                null,
                null,
                List.of(),
                null,
                false,
                null,
                0,
                DataFlow.NONE,
                List.of()));
  }

  @Test
  void theMembersOfATaskAreRead() {
    TaskSpec task =
        only(
            """
            {'id':'a','name':'Ä','kind':'k','timeout':5,'metadata':{'a':[1, 2.50]},'priority':-7,
             'on_start':{'kind':'Webhook','params':{'url':'http://h/p','verb':'Put',
               'body':{'x':'${inputs.b}'},'headers':{'X-A':'1'}}},
             'on_success':[{'kind':'Webhook','params':{'url':'https://h','verb':'GET'}}],
             'on_cancel':[],
             'retry':{'max_retries':3,'initial_delay_secs':10,'backoff_multiplier':1.5,
               'max_delay_secs':120,'retry_on':['timeout'],'jitter':0.25},
             'rules':[{'type':'Concurency','matcher':{'kind':'k','status':'Running',
               'fields':['a']},'max_concurency':3},
               {'type':'Capacity','matcher':{'kind':'k'},'max_capacity':9},
               {'type':'Rate','matcher':{'kind':'k'},'max_starts':5,'per':'PT1M'}],
             'dedupe_strategy':[{'kind':'k','status':'Pending','fields':['a']}],
             'expected_count':100,'dead_end_barrier':true,'start_after':'PT90S',
             'when':'true','input':{'n': 1},'spread':'[1]','spread_errors':'collect',
             'spread_parallel':4}
            """);
    assertThat(task.timeoutSecs()).isEqualTo(5);
    assertThat(task.metadata()).isEqualTo("{\"a\":[1,2.50]}");
    assertThat(task.priority()).isEqualTo(-7);
    assertThat(task.actions())
        .isEqualTo(
            new Actions(
                json(
                    "{'kind':'Webhook','params':{'url':'http://h/p','verb':'Put',"
                        + "'body':{'x':'${inputs.b}'},'headers':{'X-A':'1'}}}"),
                json("[{'kind':'Webhook','params':{'url':'https://h','verb':'Get'}}]"),
                null,
                null));
    assertThat(task.retry())
        .isEqualTo(new RetryPolicy(3, 10, 1.5, 120, Set.of(FailureType.TIMEOUT), 0.25));
    assertThat(task.rules())
        .isEqualTo(
            json(
                "[{'type':'Concurrency','matcher':{'kind':'k','status':'Running',"
                    + "'fields':['a']},'max_concurrency':3},"
                    + "{'type':'Capacity','matcher':{'kind':'k','status':'Running','fields':[]},"
                    + "'max_capacity':9},"
                    + "{'type':'Rate','matcher':{'kind':'k','status':'Running','fields':[]},"
                    + "'max_starts':5,'per':'PT1M'}]"));
    assertThat(task.dedupe())
        .containsExactly(new DedupeMatcher("k", TaskState.PENDING, List.of("a")));
    assertThat(task.expectedCount()).isEqualTo(100);
    assertThat(task.deadEndBarrier()).isTrue();
    assertThat(task.startAfter()).isEqualTo(new StartAfter.In(Duration.ofSeconds(90)));
    assertThat(task.flow())
        .isEqualTo(
            new DataFlow(
                null,
                "true",
                null,
                null,
                "{\"n\":1}",
                new Spread("[1]", Spread.Errors.COLLECT, null, 4),
                null,
                null));
  }

  @Test
  void anObjectNamesTheBatch() {
    BatchSpec batch =
        read(
            "{'name':'B','inputs':{'x':1},'metadata':[],'tasks':[{'id':'a','name':'A','kind':'k'}]}");
    assertThat(batch.name()).isEqualTo("B");
    assertThat(batch.inputs()).isEqualTo("{\"x\":1}");
    assertThat(batch.metadata()).isEqualTo("[]");
    assertThat(batch.tasks()).hasSize(1);
  }

  @Test
  void aSubmissionWithoutTasksIsAnEmptyBatch() {
    assertThat(read("[]").tasks()).isEmpty();
    assertThat(read("{'tasks':[]}").tasks()).isEmpty();
  }

  @Test
  void dependenciesMayComeInAnyOrderAndEveryForm() {
    UUID foreign = UUID.fromString("0198c0de-0000-7000-8000-000000000001");
    BatchSpec batch =
        read(
            """
            [{'dependencies':[{'id':'c','condition':'on_failure'},{'id':'b'},
                {'task_id':'0198c0de-0000-7000-8000-000000000001','condition':'on_success'}],
              'id':'a','name':'A','kind':'k'},
             {'id':'b','name':'B','kind':'k','dependencies':
                [{'id':'c','requires_success':true}]},
             {'id':'c','name':'C','kind':'k','dependencies':null}]
            """);
    assertThat(batch.tasks().get(0).dependencies())
        .containsExactly(
            new Dependency.Local(2, Condition.ON_FAILURE),
            new Dependency.Local(1, Condition.ALWAYS),
            new Dependency.Foreign(foreign, Condition.ON_SUCCESS));
    assertThat(batch.tasks().get(1).dependencies())
        .containsExactly(new Dependency.Local(2, Condition.ON_SUCCESS));
  }

  @Test
  void everyBrokenRuleIsReportedAtOnce() {
    assertThat(
            problems(
                """
                {'tasks':[
                  {'id':'a','name':'','kind':7,'timeout':0,'priority':1001,'tmeout':3},
                  {'id':'a','name':'B','kind':'k','dependencies':[{'id':'z'},{'id':'a'}]},
                  {'name':'C','retry':{'max_retries':11,'max_delay_secs':2}},
                  null, 5],
                 'nam':'x'}
                """))
        .containsExactly(
            "tasks[0].name: must not be empty",
            "tasks[0].kind: must be a string, not '7'",
            "tasks[0].timeout: must be a whole number from 1 to 86400, not '0'",
            "tasks[0].priority: must be a whole number from -1000 to 1000, not '1001'",
            "tasks[0].tmeout: unknown field (did you mean timeout?)",
            "tasks[2].retry.max_retries: must be a whole number from 1 to 10, not '11'",
            "tasks[2].retry.max_delay_secs: must not be below initial_delay_secs (5)",
            "tasks[2].id: is required",
            "tasks[2].kind: is required",
            "tasks[3]: must be an object",
            "tasks[4]: must be an object, not '5'",
            "nam: unknown field (did you mean name?)",
            "tasks[1].id: 'a' is already the id of tasks[0]",
            "tasks[1].dependencies[0].id: no task has the id 'z'");
  }

  @Test
  void cyclesAndSelfEdgesArePrinted() {
    assertThat(
            problems(
                """
                [{'id':'a','name':'A','kind':'k','dependencies':[{'id':'b'}]},
                 {'id':'b','name':'B','kind':'k','dependencies':[{'id':'a'}]},
                 {'id':'c','name':'C','kind':'k','dependencies':[{'id':'c'}]}]
                """))
        .containsExactlyInAnyOrder(
            "tasks[2].dependencies[0].id: 'c' depends on itself",
            "tasks: the dependencies form a cycle: a -> b -> a");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'timeout':86401 | timeout: must be a whole number from 1 to 86400, not '86401'",
        "'timeout':1.5 | timeout: must be a whole number from 1 to 86400, not '1.5'",
        "'timeout':'5' | timeout: must be a whole number from 1 to 86400, not '5'",
        "'expected_count':-1 | expected_count: must be a whole number from 0 up, not '-1'",
        "'dead_end_barrier':1 | dead_end_barrier: must be true or false, not '1'",
        "'start_after':'tomorrow' | start_after: must be an RFC 3339 time or an ISO 8601"
            + " duration of at most 3650 days, not 'tomorrow'",
        "'start_after':'2026-01-01T00:00:00' | start_after: must be an RFC 3339 time or an ISO"
            + " 8601 duration of at most 3650 days, not '2026-01-01T00:00:00'",
        "'metadata':'a\\u0000b' | metadata: must not contain the character U+0000",
        "'let':'\\ud800' | let: must not contain an unpaired surrogate",
        "'dependencies':{} | dependencies: must be an array",
        "'dependencies':['b'] | dependencies[0]: must be an object, not 'b'",
        "'dependencies':[{}] | dependencies[0].id: exactly one of id and task_id is required",
        "'dependencies':[{'id':'b','condition':'sometimes'}] | dependencies[0].condition: must be"
            + " one of always, on_success, on_failure, not 'sometimes'",
        "'dependencies':[{'task_id':'7'}] | dependencies[0].task_id: must be a UUID, not '7'",
        "'retry':{} | retry.max_retries: is required",
        "'retry':{'max_retries':1,'backoff_multiplier':0.5} | retry.backoff_multiplier: must be a"
            + " number from 1.0 up, not '0.5'",
        "'retry':{'max_retries':1,'backoff_multiplier':1e999} | retry.backoff_multiplier: must be"
            + " a number from 1.0 up, not '1e999'",
        "'retry':{'max_retries':1,'jitter':1.1} | retry.jitter: must be a number from 0.0 to 1.0,"
            + " not '1.1'",
        "'retry':{'max_retries':1,'retry_on':[]} | retry.retry_on: must not be empty; null retries"
            + " every failure",
        "'retry':{'max_retries':1,'retry_on':['oops']} | retry.retry_on[0]: must be one of"
            + " timeout, webhook_failure, explicit, not 'oops'",
        "'on_start':{'kind':'Mail','params':{'url':'http://h','verb':'Get'}} | on_start.kind: must"
            + " be one of Webhook, not 'Mail'",
        "'on_start':{'kind':'Webhook'} | on_start.params: is required",
        "'on_start':{'kind':'Webhook','params':{'url':'ftp://h','verb':'Get'}} |"
            + " on_start.params.url: must be an http or https URL",
        "'on_start':{'kind':'Webhook','params':{'url':'http://169.254.1.1/','verb':'Get'}} |"
            + " on_start.params.url: must not be a private address",
        "'on_start':{'kind':'Webhook','params':{'url':'http://h','verb':'Fetch'}} |"
            + " on_start.params.verb: must be one of Get, Post, Put, Patch, Delete, not 'Fetch'",
        "'rules':[{'type':'Currency','matcher':{'kind':'k'},'max_concurrency':1}] |"
            + " rules[0].type: must be one of Concurrency, Capacity, Rate, not 'Currency'",
        "'retry':{'max_retries':1,'max_delay_secs':3601} | retry.max_delay_secs: must be a whole"
            + " number from 1 to 3600, not '3601'",
        "'retry':{'max_retries':1,'initial_delay_secs':3601,'max_delay_secs':9} |"
            + " retry.initial_delay_secs: must be a whole number from 1 to 3600, not '3601'",
        "'on_start':{'kind':'Webhook','params':{'url':'http://h','verb':'Get','headers':{'a b':"
            + "'x'}}} | on_start.params.headers.a b: is not a header name",
        "'on_start':{'kind':'Webhook','params':{'url':'http://h','verb':'Get','headers':{'Host':"
            + "'x'}}} | on_start.params.headers.Host: is set by the server itself",
        "'on_start':{'kind':'Webhook','params':{'url':'http://h','verb':'Get','headers':{'A':"
            + "'x\\r\\ny'}}} | on_start.params.headers.A: must not contain control characters or"
            + " characters beyond Latin-1",
        "'on_failure':{} | on_failure: must be an array",
        "'rules':[{'matcher':{'kind':'k'},'max_concurrency':1}] | rules[0].type: is required",
        "'rules':[{'type':'Concurrency','matcher':{'kind':'k'}}] | rules[0].max_concurrency: is"
            + " required",
        "'rules':[{'type':'Concurrency','matcher':{'kind':'k'},'max_concurrency':0}] |"
            + " rules[0].max_concurrency: must be a whole number from 1 to 2147483647, not '0'",
        "'rules':[{'type':'Concurrency','matcher':{'kind':'k','status':'Pending'},"
            + "'max_concurrency':1}] | rules[0].matcher.status: must be Running in a rule",
        "'rules':[{'type':'Capacity','matcher':{'kind':'k'},'max_capacity':5}] | expected_count:"
            + " is required by a Capacity rule",
        "'rules':[{'type':'Rate','matcher':{'kind':'k'},'per':'PT1M'}] | rules[0].max_starts: is"
            + " required",
        "'rules':[{'type':'Rate','matcher':{'kind':'k'},'max_starts':1}] | rules[0].per: is"
            + " required",
        "'rules':[{'type':'Rate','matcher':{'kind':'k'},'max_starts':0,'per':'PT1M'}] |"
            + " rules[0].max_starts: must be a whole number from 1 to 1000000, not '0'",
        "'rules':[{'type':'Rate','matcher':{'kind':'k'},'max_starts':1,'per':'PT0S'}] |"
            + " rules[0].per: must be an ISO 8601 duration from PT0.001S to PT8784H, not 'PT0S'",
        "'rules':[{'type':'Rate','matcher':{'kind':'k'},'max_starts':1,'per':'1 minute'}] |"
            + " rules[0].per: must be an ISO 8601 duration from PT0.001S to PT8784H, not"
            + " '1 minute'",
        "'rules':[{'type':'Concurrency','matcher':{'kind':'k'},'max_concurrency':1,"
            + "'max_starts':1}] | rules[0].max_starts: does not belong to a rule of type"
            + " Concurrency",
        "'dedupe_strategy':[{'kind':'k'}] | dedupe_strategy[0].status: is required",
        "'dedupe_strategy':[{'kind':'k','status':'Done'}] | dedupe_strategy[0].status: must be one"
            + " of Waiting, Pending, Claimed, Running, Success, Failure, Canceled, Skipped, Paused,"
            + " RetryPending, not 'Done'",
        "'let':'((' | let: column 3: mismatched input '<EOF>'",
        "'when':'1 + 1' | when: must be true or false",
        "'spread':'1 + 1' | spread: must be a list",
        "'let':'1','output':'2' | output: cannot be given together with let",
        "'let':'1','input':{} | input: cannot be given together with let",
        "'spread':'[1]','output':'1' | output: cannot be given together with spread",
        "'let':'item' | let: item and index exist only in the items of a spread",
        "'spread':'[index]' | spread: item and index exist only in the items of a spread",
        "'input':{'a':['${1 +}']} | input.a[0]: ${1 +}: column 4: mismatched input '<EOF>'",
        "'when':'true && other' | when: column 9: no task has the id 'other'",
        "'let':'1 + a' | let: column 5: 'a' cannot read its own result",
        "'let':'' | let: must not be empty",
        "'input':[] | input: must be an object",
        "'spread_parallel':3 | spread_parallel: needs spread",
        "'spread':'[1]','spread_errors':'ignore' | spread_errors: must be one of fail, collect,"
            + " fail_fast, not 'ignore'"
      })
  void aBrokenRuleIsNamedWithItsPath(String members, String problem) {
    assertThat(problems("[{'id':'a','name':'A','kind':'k'," + members + "}]"))
        .contains("tasks[0]." + problem);
  }

  @Test
  void limitsCountBytes() {
    assertThat(only("{'id':'a','kind':'k','name':'" + "ä".repeat(127) + "'}").name()).hasSize(127);
    assertThat(problems("[{'id':'a','kind':'k','name':'" + "ä".repeat(128) + "'}]"))
        .containsExactly("tasks[0].name: must be at most 255 bytes, not 256");
    assertThat(problems("[{'id':'a','name':'A','kind':'" + "😀".repeat(26) + "'}]"))
        .containsExactly("tasks[0].kind: must be at most 100 bytes, not 104");
    assertThat(
            problems("[{'id':'a','name':'A','kind':'k','metadata':'" + "x".repeat(65_535) + "'}]"))
        .containsExactly("tasks[0].metadata: must be at most 65536 bytes, not 65537");
  }

  @Test
  void retryDelaysHaveSensibleDefaults() {
    assertThat(only("{'id':'a','name':'A','kind':'k','retry':{'max_retries':1}}").retry())
        .isEqualTo(new RetryPolicy(1, 5, 2.0, 300, null, 0));
    assertThat(
            only("{'id':'a','name':'A','kind':'k','retry':{'max_retries':1,"
                    + "'initial_delay_secs':600,'retry_on':null}}")
                .retry())
        .isEqualTo(new RetryPolicy(1, 600, 2.0, 600, null, 0));
  }

  @Test
  void startAfterIsAMomentOrADelay() {
    assertThat(
            only("{'id':'a','name':'A','kind':'k','start_after':'2030-01-01T02:00:00+02:00'}")
                .startAfter())
        .isEqualTo(new StartAfter.At(Instant.parse("2030-01-01T00:00:00Z")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://h/${inputs.path}?q=${{inputs.k: 1}.b}",
        "${inputs.url}",
        "http://${inputs.host}:80/",
        "HTTPS://[2001:db8::1]:8443/x",
        "http://h:8080"
      })
  void expressionsAreAllowedInUrls(String url) {
    String action = "{'kind':'Webhook','params':{'url':'" + url + "','verb':'Post'}}";
    assertThat(only("{'id':'a','name':'A','kind':'k','on_start':" + action + "}").actions().start())
        .isEqualTo(json(action));
  }

  private static TaskSpec only(String task) {
    return read("[" + task + "]").tasks().getFirst();
  }

  static List<String> problems(String body) {
    ApiException error = catchThrowableOfType(ApiException.class, () -> read(body));
    assertThat(error.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
    return error.details();
  }

  static BatchSpec read(String body) {
    return SubmissionReader.read(new ByteArrayInputStream(json(body).getBytes(UTF_8)), RULES);
  }

  /** JSON with single quotes, for the eyes. */
  private static String json(String text) {
    return text.replace('\'', '"');
  }
}
