package dev.edgewise.server.store.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.store.Lane;
import dev.edgewise.server.testing.StatementCount;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClaimsTest {
  private static final ClaimRequest ANY =
      new ClaimRequest("w", true, Map.of(Lane.work(Workspace.DEFAULT, "test"), 10), 10, 30);

  private final TestDatabase database = TestDatabase.open();
  private final TestStore store = new TestStore(database.database());

  @AfterEach
  void close() {
    store.close();
    database.close();
  }

  @Test
  void tasksWithoutRulesAreClaimedWithOneExchange() {
    store.submit("free", TestTask.task("a"), TestTask.task("b"));
    try (var count = StatementCount.of(database.database())) {
      assertThat(store.claims.claim(ANY)).hasSize(2);
      assertThat(count.statements()).isEqualTo(1);
      assertThat(count.begun()).as("a single exchange needs no beginning").isZero();
    }
  }

  @Test
  void rulesAreCheckedInTheTransactionThatClaims() {
    store.submit(
        "ruled", TestTask.task("a").rules(TestTask.oneAtATime("test")), TestTask.task("b"));
    try (var count = StatementCount.of(database.database())) {
      assertThat(store.claims.claim(ANY)).hasSize(2);
      assertThat(count.begun())
          .as("all but the first, which took nothing")
          .isEqualTo(count.statements() - 1);
    }
  }

  @Test
  void theCallersWorkBelongsToTheClaimingTransaction() {
    store.submit("free", TestTask.task("a"));
    try (var count = StatementCount.of(database.database())) {
      List<Claimed> claimed =
          store.claims.claim(ANY, (handle, _) -> assertThat(handle.isInTransaction()).isTrue());
      assertThat(claimed).hasSize(1);
      assertThat(count.begun()).isEqualTo(count.statements());
    }
  }
}
