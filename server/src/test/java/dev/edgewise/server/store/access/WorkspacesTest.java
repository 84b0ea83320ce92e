package dev.edgewise.server.store.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.core.graph.DedupeMatcher;
import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.store.Lane;
import dev.edgewise.server.store.access.Workspaces.Deletion;
import dev.edgewise.server.store.audit.AuditFilter;
import dev.edgewise.server.store.audit.AuditRow;
import dev.edgewise.server.store.audit.AuditTrail;
import dev.edgewise.server.store.claim.ClaimRequest;
import dev.edgewise.server.store.claim.Claimed;
import dev.edgewise.server.store.read.BatchFilter;
import dev.edgewise.server.store.read.Batches;
import dev.edgewise.server.store.read.Span;
import dev.edgewise.server.store.read.TaskFilter;
import dev.edgewise.server.store.read.Tasks;
import dev.edgewise.server.store.submission.SubmissionKey;
import dev.edgewise.server.store.submission.Submitted;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two workspaces side by side in one database. */
class WorkspacesTest {
  private static final TaskFilter.Origin ANY_ORIGIN = new TaskFilter.Origin(null, null);

  private final TestDatabase database = TestDatabase.open();
  private final TestStore store = new TestStore(database.database());
  private final Workspaces workspaces = new Workspaces(database.database());
  private Caller blue;
  private Caller red;

  @BeforeEach
  void create() {
    blue = caller("blue");
    red = caller("red");
  }

  @AfterEach
  void close() {
    store.close();
    database.close();
  }

  private Caller caller(String name) {
    assertThat(workspaces.put(TestStore.CALLER, "acme", name, Quotas.NONE)).isTrue();
    return new Caller(workspaces.find("acme", name).orElseThrow().workspace(), "key:" + name);
  }

  private Submitted submit(Caller caller, TestTask... tasks) {
    return store.submissions.submit(caller, spec(tasks), null, _ -> {});
  }

  private static BatchSpec spec(TestTask... tasks) {
    return TestStore.spec(null, null, tasks);
  }

  private UUID created(Caller caller, TestTask... tasks) {
    return ((Submitted.Created) submit(caller, tasks)).batchId();
  }

  private List<TaskKey> claim(Caller caller, int max) {
    String lane = Lane.work(caller.workspace(), "test");
    return store.claims.claim(new ClaimRequest("w", true, Map.of(lane, max), max, 30)).stream()
        .map(Claimed::task)
        .toList();
  }

  @Test
  void aWorkerGetsTasksOfItsOwnWorkspaceOnly() {
    UUID blueBatch = created(blue, TestTask.task("a"));
    UUID redBatch = created(red, TestTask.task("a"));
    assertThat(claim(red, 10)).extracting(TaskKey::batchId).containsExactly(redBatch);
    assertThat(claim(TestStore.CALLER, 10)).isEmpty();
    assertThat(claim(blue, 10)).extracting(TaskKey::batchId).containsExactly(blueBatch);
  }

  @Test
  void listsShowTheOwnWorkspaceOnly() {
    UUID batch = created(blue, TestTask.task("a"));
    created(red, TestTask.task("a"));
    assertThat(new Batches(database.database()).list(batches(blue), 10))
        .extracting(counted -> counted.batch().batchId())
        .containsExactly(batch);
    assertThat(new Batches(database.database()).list(batches(TestStore.CALLER), 10)).isEmpty();
    assertThat(new Tasks(database.database()).list(tasks(blue), 0, 10))
        .extracting(row -> row.key().batchId())
        .containsExactly(batch);
  }

  private static BatchFilter batches(Caller caller) {
    return new BatchFilter(
        caller.workspace(), null, null, null, null, Span.ALWAYS, ANY_ORIGIN, null);
  }

  private static TaskFilter tasks(Caller caller) {
    return new TaskFilter(
        caller.workspace(),
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        ANY_ORIGIN,
        Span.ALWAYS,
        Span.ALWAYS,
        null);
  }

  @Test
  void aTaskOfAnotherWorkspaceCannotBeAParent() {
    UUID batch = created(blue, TestTask.task("a"));
    UUID parent = new TaskKey(batch, 1).publicId();
    assertThat(submit(red, TestTask.task("b").on(Condition.ALWAYS, parent)))
        .isEqualTo(new Submitted.UnknownParents(Set.of(parent)));
    assertThat(submit(blue, TestTask.task("b").on(Condition.ALWAYS, parent)))
        .isInstanceOf(Submitted.Created.class);
  }

  @Test
  void duplicatesAreLookedForInTheOwnWorkspace() {
    var once = TestTask.task("a").dedupe(new DedupeMatcher("test", TaskState.PENDING, List.of()));
    assertThat(submit(blue, once)).isInstanceOf(Submitted.Created.class);
    assertThat(submit(red, once)).isInstanceOf(Submitted.Created.class);
    assertThat(submit(blue, once)).isInstanceOf(Submitted.Nothing.class);
  }

  @Test
  void anIdempotencyKeyBelongsToItsWorkspace() {
    byte[] hash = {1};
    var first = submit(blue, "k", hash);
    assertThat(submit(red, "k", new byte[] {2})).isInstanceOf(Submitted.Created.class);
    assertThat(submit(blue, "k", hash))
        .isInstanceOfSatisfying(
            Submitted.Replayed.class,
            again -> assertThat(again.batchId()).isEqualTo(((Submitted.Created) first).batchId()));
  }

  private Submitted submit(Caller caller, String key, byte[] hash) {
    return store.submissions.submit(
        caller,
        spec(TestTask.task("a")),
        new SubmissionKey(caller.workspace(), key, hash),
        _ -> {});
  }

  @Test
  void rulesCountTheTasksOfTheirWorkspace() {
    var ruled = TestTask.task("a").rules(TestTask.oneAtATime("test"));
    created(blue, ruled);
    created(blue, ruled);
    created(red, ruled);
    assertThat(claim(blue, 10)).hasSize(1);
    assertThat(claim(red, 10)).hasSize(1);
    assertThat(claim(blue, 10)).isEmpty();
  }

  @Test
  void aWorkspaceWithSomethingInItIsNotDeleted() {
    assertThat(workspaces.delete(TestStore.CALLER, "acme", "none")).isEqualTo(Deletion.UNKNOWN);
    assertThat(workspaces.delete(TestStore.CALLER, "default", "default"))
        .isEqualTo(Deletion.DEFAULT);
    created(blue, TestTask.task("a"));
    assertThat(workspaces.delete(TestStore.CALLER, "acme", "blue")).isEqualTo(Deletion.NOT_EMPTY);
    assertThat(workspaces.delete(TestStore.CALLER, "acme", "red")).isEqualTo(Deletion.DELETED);
    assertThat(workspaces.find("acme", "red")).isEmpty();
  }

  @Test
  void theAuditTrailTellsWhoSubmittedAndWhoStopped() {
    UUID batch = created(blue, TestTask.task("a"));
    store.stop.stop(new Caller(blue.workspace(), "key:ops"), batch);
    assertThat(audit(blue))
        .extracting(AuditRow::actor, AuditRow::action, AuditRow::target)
        .containsExactly(
            tuple("key:ops", "batch.stop", batch.toString()),
            tuple("key:blue", "batch.submit", batch.toString()));
    assertThat(audit(red)).isEmpty();
    assertThat(audit(new Caller(Workspace.DEFAULT, "any")))
        .extracting(AuditRow::action)
        .containsOnly("workspace.put");
  }

  private List<AuditRow> audit(Caller caller) {
    return new AuditTrail(database.database())
        .list(new AuditFilter(caller.workspace(), null, null, null, null, null, null), 10);
  }
}
