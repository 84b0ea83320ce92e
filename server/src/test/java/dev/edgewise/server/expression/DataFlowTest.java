package dev.edgewise.server.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.core.decision.Answer;
import dev.edgewise.core.decision.Command;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.store.claim.Claimed;
import dev.edgewise.server.testing.StatementCount;
import dev.edgewise.server.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Results, guards, inline nodes and outputs, on a real PostgreSQL. */
class DataFlowTest {
  private TestDatabase database;
  private FlowStore store;

  @BeforeEach
  void open() {
    database = TestDatabase.open();
    store = new FlowStore(database.database());
  }

  @AfterEach
  void close() {
    store.close();
    database.close();
  }

  @Test
  void descendantsReadResultsByLocalId() {
    UUID batch =
        store.submit(
            """
            {'inputs':{'factor':3},'tasks':[
              {'id':'a'},
              {'id':'between','dependencies':[{'id':'a'}]},
              {'id':'sum','metadata':{'plus':1},'let':'a.n * inputs.factor + metadata.plus',
               'dependencies':[{'id':'between'}]},
              {'id':'b','input':{'sum':'${sum}','text':'sum=${sum}','plain':[1.5]},
               'dependencies':[{'id':'sum'}]}]}
            """);
    store.succeed(batch, "a", "{'n':5}");
    store.succeed(batch, "between", null);

    assertThat(store.result(batch, "sum")).isEqualTo("16");
    List<Claimed> claimed = store.claim(10);
    assertThat(store.preparation.prepare(claimed))
        .extracting(Preparation.Prepared::input)
        .containsExactly("{\"sum\":16,\"text\":\"sum=16\",\"plain\":[1.5]}");
  }

  @Test
  void aResultIsStoredOnceHoweverManyReadIt() {
    StringBuilder tasks = new StringBuilder("[{'id':'a'}");
    for (int i = 0; i < 100; i++) {
      tasks.append(",{'id':'r%d','input':{'all':'${a}'}}".formatted(i));
    }
    UUID batch = store.submit(tasks + "]");
    store.succeed(batch, "a", "'" + "x".repeat(100_000) + "'");

    assertThat(store.claim(200)).hasSize(100);
    assertThat(store.count("select count(*) from result where batch_id = ?", batch)).isOne();
    assertThat(store.count("select max(length(input::text)) from task where batch_id = ?", batch))
        .isLessThan(100);
  }

  @Test
  void aReferenceAddsADependencyOnSuccess() {
    UUID batch = store.submit("[{'id':'a'},{'id':'b','let':'a'},{'id':'c','when':'b > 1'}]");

    assertThat(store.state(batch, "b")).isEqualTo("waiting");
    assertThat(links(batch)).isEqualTo("a-on_success-b b-on_success-c");
    store.fail(batch, "a", "boom");
    assertThat(store.state(batch, "b")).isEqualTo("skipped (Dependency condition not met)");
    assertThat(store.state(batch, "c")).isEqualTo("skipped (Dependency condition not met)");
    assertThat(store.batch(batch)).isEqualTo("failed none");
  }

  @Test
  void aReferenceToAnAncestorAddsNothing() {
    UUID batch =
        store.submit(
            """
            [{'id':'a'},{'id':'b','dependencies':[{'id':'a'}]},
             {'id':'c','dependencies':[{'id':'b'}],'let':'[a, b]'}]
            """);

    assertThat(links(batch)).isEqualTo("a-always-b b-always-c");
    store.fail(batch, "a", "boom");
    store.succeed(batch, "b", "2");
    assertThat(store.result(batch, "c")).isEqualTo("[null,2]");
  }

  @Test
  void idsThatAreNotIdentifiersAreReadThroughTasks() {
    UUID batch =
        store.submit("[{'id':'build-1'},{'id':'b','let':'tasks[\\\"build-1\\\"] + \\\"!\\\"'}]");

    assertThat(links(batch)).isEqualTo("build-1-on_success-b");
    store.succeed(batch, "build-1", "'ok'");
    assertThat(store.result(batch, "b")).isEqualTo("\"ok!\"");
  }

  private String links(UUID batch) {
    return store.query(
        "select string_agg(p.local_id || '-' || condition_text(edge.condition) || '-' ||"
            + " c.local_id, ' ' order by p.no, c.no) from task p cross join lateral"
            + " unnest(p.children, edge_conditions(p.conditions)) as edge (child, condition) join"
            + " task c on c.batch_id = p.batch_id and c.no = edge.child where p.batch_id = ?",
        batch);
  }

  @Test
  void referencesThatFormACycleAreRefused() {
    assertThatThrownBy(() -> store.submit("[{'id':'a','let':'b'},{'id':'b','let':'a'}]"))
        .isInstanceOfSatisfying(
            ApiException.class,
            e ->
                assertThat(e.details())
                    .containsExactly("tasks: the dependencies form a cycle: a -> b -> a"));
  }

  @Test
  void aFalseGuardSkipsOneBranchAndAnAlwaysJoinGoesOn() {
    UUID batch =
        store.submit(
            """
            [{'id':'a'},
             {'id':'left','when':'a.side == \\"left\\"'},
             {'id':'right','when':'a.side == \\"right\\"'},
             {'id':'below','dependencies':[{'id':'left','condition':'on_success'}]},
             {'id':'join','dependencies':[{'id':'below'},{'id':'right'}],'let':'[left, right]'}]
            """);
    store.succeed(batch, "a", "{'side':'right'}");

    assertThat(store.state(batch, "left")).isEqualTo("skipped (Guard is false)");
    assertThat(store.state(batch, "below")).isEqualTo("skipped (Dependency condition not met)");
    assertThat(store.state(batch, "right")).isEqualTo("pending");
    store.succeed(batch, "right", "'R'");
    assertThat(store.result(batch, "join")).isEqualTo("[null,\"R\"]");
    assertThat(store.batch(batch)).isEqualTo("succeeded none");
  }

  @Test
  void rootsAreDecidedAtSubmission() {
    UUID batch =
        store.submit(
            """
            {'inputs':{'go':false},'tasks':[
              {'id':'v','let':'[1, 2]'},
              {'id':'g','when':'inputs.go'},
              {'id':'w','when':'!inputs.go'},
              {'id':'o','output':'v.size()'}]}
            """);

    assertThat(store.result(batch, "v")).isEqualTo("[1,2]");
    assertThat(store.state(batch, "g")).isEqualTo("skipped (Guard is false)");
    assertThat(store.state(batch, "w")).isEqualTo("pending");
    assertThat(store.batch(batch)).isEqualTo("running 2");
    store.succeed(batch, "w", null);
    assertThat(store.batch(batch)).isEqualTo("succeeded 2");
  }

  @Test
  void theFirstOutputIsTheResult() {
    UUID batch =
        store.submit(
            """
            [{'id':'a'},{'id':'x','output':'\\"x\\"','dependencies':[{'id':'a'}]},
             {'id':'y','output':'\\"y\\"','dependencies':[{'id':'a'}]},{'id':'b'},
             {'id':'z','output':'\\"z\\"','dependencies':[{'id':'b'}]}]
            """);
    store.succeed(batch, "a", null);

    assertThat(store.batch(batch)).isEqualTo("running \"x\"");
    assertThat(store.state(batch, "y")).isEqualTo("success");
    store.succeed(batch, "b", null);
    assertThat(store.batch(batch)).isEqualTo("succeeded \"x\"");
    assertThat(store.result(batch, "z")).isEqualTo("\"z\"");
  }

  @Test
  void anExpressionErrorFailsTheNodeAndPropagates() {
    UUID batch =
        store.submit(
            """
            [{'id':'a'},{'id':'bad','let':'a.missing'},
             {'id':'after','dependencies':[{'id':'bad','condition':'on_success'}]},
             {'id':'rescue','let':'\\"rescued\\"','dependencies':[{'id':'bad','condition':'on_failure'}]},
             {'id':'guard','when':'a.n'},
             {'id':'spread','spread':'a.n'}]
            """);
    store.succeed(batch, "a", "{'n':7}");

    assertThat(store.state(batch, "bad"))
        .isEqualTo("failure (let: column 2: key 'missing' is not present in map.)");
    assertThat(store.state(batch, "after")).isEqualTo("skipped (Dependency condition not met)");
    assertThat(store.result(batch, "rescue")).isEqualTo("\"rescued\"");
    assertThat(store.state(batch, "guard"))
        .isEqualTo("failure (when: a guard is true or false, not 7)");
    assertThat(store.state(batch, "spread")).isEqualTo("failure (spread: the value is not a list)");
    assertThat(store.batch(batch)).isEqualTo("failed none");
  }

  @Test
  void anErrorInARenderedInputFailsTheTaskWithoutRetry() {
    UUID batch =
        store.submit(
            """
            [{'id':'a'},{'id':'b','input':{'v':'${a.missing}'},'retry':{'max_retries':5}},
             {'id':'c','input':{'v':'${a.n}'}}]
            """);
    store.succeed(batch, "a", "{'n':7}");
    List<Claimed> claimed = store.claim(10);

    assertThat(store.preparation.prepare(claimed))
        .extracting(Preparation.Prepared::input)
        .containsExactly("{\"v\":7}");
    assertThat(store.state(batch, "b"))
        .isEqualTo(
            "failure (input.v: ${a.missing}: column 2: key 'missing' is not present in map.)");
  }

  @Test
  void resultsWithNulOrUnpairedSurrogatesCanBeRead() {
    UUID batch =
        store.submit(
            """
            [{'id':'a'},{'id':'b','let':'a + \\"!\\"'},{'id':'c','let':'a.x'},
             {'id':'d','when':'a'}]
            """);
    store.succeed(batch, "a", "'nul \\u0000 and half \\ud800'");

    assertThat(store.result(batch, "b")).startsWith("\"nul \\u0000 and half ");
    assertThat(store.state(batch, "c")).startsWith("failure (let: column 2: ");
    assertThat(store.state(batch, "d"))
        .startsWith("failure (when: a guard is true or false, not \"nul ");
  }

  @Test
  void resultsOfExpressionsAreBounded() {
    UUID batch = store.submit("[{'id':'a'},{'id':'b','let':'lists.range(300000).map(x, a)'}]");
    store.succeed(batch, "a", "'xxx'");

    assertThat(store.state(batch, "b"))
        .isEqualTo("failure (let: the value is larger than 1048576 bytes of JSON)");
  }

  @Test
  void aChainAndATreeOfInlineNodesCostAsManyStatementsAsOne() {
    int one = statements("[{'id':'a'},{'id':'n1','let':'a + 1'}]");
    StringBuilder chain = new StringBuilder("[{'id':'a'},{'id':'n1','let':'a + 1'}");
    for (int i = 2; i <= 100; i++) {
      chain.append(",{'id':'n%d','let':'n%d + 1'}".formatted(i, i - 1));
    }
    StringBuilder tree = new StringBuilder("[{'id':'a'},{'id':'n1','let':'a + 1'}");
    for (int i = 2; i <= 10_000; i++) {
      tree.append(",{'id':'n%d','let':'n%d + 1'}".formatted(i, i / 2));
    }

    assertThat(statements(chain + "]")).isEqualTo(one);
    assertThat(statements(tree + "]")).isEqualTo(one);
    assertThat(store.count("select count(*) from task_state where status = 'success'"))
        .isEqualTo(2 + 101 + 10_001);
  }

  @Test
  void skippingAChainBehindAFalseGuardCostsAtMostOneMoreStatement() {
    int one = statements("[{'id':'a'},{'id':'n1','when':'a < 0'},{'id':'n2','let':'n1'}]");
    StringBuilder chain = new StringBuilder("[{'id':'a'},{'id':'n1','when':'a < 0'}");
    for (int i = 2; i <= 300; i++) {
      chain.append(",{'id':'n%d','input':{'x':'${n%d}'}}".formatted(i, i - 1));
    }

    // One more statement reads the definitions of tasks beyond the first block.
    assertThat(statements(chain + "]")).isBetween(one, one + 1);
  }

  /** How many statements the success of {@code a} takes. */
  private int statements(String json) {
    UUID batch = store.submit(json);
    store.claim(1);
    TaskKey a = store.task(batch, "a");
    try (StatementCount count = StatementCount.of(database.database())) {
      store.apply(new Command.Succeed(a, null, "0"));
      return count.statements();
    }
  }

  @Test
  void anExpressionOverItsBudgetFailsItsOwnTaskAndNoneOfTheSameGroup() {
    List<UUID> batches = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      String let = i % 3 == 1 ? "sets.contains(lists.range(99999), lists.range(a))" : "a + " + i;
      batches.add(store.submit("[{'id': 'a'}, {'id': 'b', 'let': '%s'}]".formatted(let)));
    }
    store.claim(1000);
    List<Command> completions = new ArrayList<>();
    batches.forEach(
        batch -> completions.add(new Command.Succeed(store.task(batch, "a"), null, "99999")));

    List<Answer> answers = store.committer.applyAll(completions);

    assertThat(answers).allSatisfy(each -> assertThat(each).isInstanceOf(Answer.Applied.class));
    for (int i = 0; i < 10; i++) {
      assertThat(store.state(batches.get(i), "b"))
          .isEqualTo(i % 3 == 1 ? "failure (let: it takes more than 5000000 steps)" : "success");
    }
  }

  @Test
  void theMemoryOfAllExpressionsOfATransactionIsBounded() {
    UUID batch =
        store.submit(
            "[{'id': 's', 'spread': 'lists.range(40)', 'spread_errors': 'collect',"
                + " 'let': 'lists.range(90000).map(x, 1000000000 + x)'}]");

    assertThat(store.state(batch, "s[0]")).isEqualTo("success");
    assertThat(store.state(batch, "s[39]"))
        .startsWith("failure (")
        .endsWith(
            "it and the expressions evaluated together with it take more than 128 MiB of"
                + " memory)");
  }
}
