package dev.edgewise.server.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.core.decision.Answer;
import dev.edgewise.core.decision.Command;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.postgres.ReplicatedPostgres;
import dev.edgewise.server.store.Lane;
import dev.edgewise.server.store.claim.ClaimRequest;
import dev.edgewise.server.store.claim.Claimed;
import dev.edgewise.server.testing.FsckAssertion;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that remembers commits which a failover lost. */
@Timeout(180)
class LostCommitTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path folder;

  @Test
  void aChildDoesNotStartBecauseOfACompletionThatAFailoverLost() throws Exception {
    try (var postgres = ReplicatedPostgres.start(folder);
        var database = Database.open(postgres.settings());
        var otherDatabase = Database.open(postgres.settings());
        var store = new TestStore(database);
        var other = new TestStore(otherDatabase)) {
      UUID batchId =
          store.submit(
              "join",
              TestTask.task("p1"),
              TestTask.task("p2"),
              TestTask.task("p3"),
              TestTask.task("beside"),
              TestTask.task("child").after("p1").after("p2").after("p3"));
      List<Claimed> parents = claim(store, 4);
      succeed(store, parents.get(0));
      postgres.awaitReplication();
      postgres.cutOff();
      succeed(store, parents.get(1));
      assertThat(states(database, batchId)).isEqualTo("success success running running waiting");

      postgres.failOver();

      // The other server moves the batch to the version that the lost completion had given it.
      await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .untilAsserted(() -> succeed(other, parents.get(3)));
      await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .untilAsserted(() -> succeed(store, parents.get(2)));

      assertThat(states(otherDatabase, batchId))
          .isEqualTo("success running success success waiting");
      succeed(store, parents.get(1));
      assertThat(states(otherDatabase, batchId))
          .isEqualTo("success success success success pending");
      FsckAssertion.assertClean(otherDatabase);
    }
  }

  private static List<Claimed> claim(TestStore store, int count) {
    return store
        .claims
        .claim(
            new ClaimRequest(
                "w", true, Map.of(Lane.work(Workspace.DEFAULT, "test"), count), count, 600))
        .stream()
        .sorted(Comparator.comparing(Claimed::task))
        .toList();
  }

  private static void succeed(TestStore store, Claimed claimed) {
    var command = new Command.Succeed(claimed.task(), claimed.token(), null);
    assertThat(store.committer.apply(command)).isInstanceOf(Answer.Applied.class);
  }

  private static String states(Database database, UUID batchId) {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(
                    "select string_agg(status::text, ' ' order by no) from task_state"
                        + " where batch_id = :batch")
                .bind("batch", batchId)
                .mapTo(String.class)
                .one());
  }
}
