package dev.edgewise.server.app;

import dev.edgewise.server.config.Settings;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.http.delivery.DeliveryCommands;
import dev.edgewise.server.http.event.Events;
import dev.edgewise.server.http.submission.SubmissionReader;
import dev.edgewise.server.http.submission.SubmissionRules;
import dev.edgewise.server.http.task.BatchCommands;
import dev.edgewise.server.http.task.SubmitTasks;
import dev.edgewise.server.http.task.TaskCommands;
import dev.edgewise.server.http.task.TaskPatches;
import dev.edgewise.server.http.work.WorkClaims;
import dev.edgewise.server.http.work.WorkCompletions;
import dev.edgewise.server.http.work.WorkHeartbeats;
import dev.edgewise.server.http.work.WorkRoutes;
import dev.edgewise.server.webhook.TargetGuard;
import java.util.ArrayList;
import java.util.List;

/** The routes that change something, wired to the store's writers. */
final class CommandRoutes {
  private final StorePart store;
  private final SubmissionRules rules;

  CommandRoutes(StorePart store, Settings settings, TargetGuard guard) {
    this.store = store;
    this.rules =
        SubmissionRules.of(settings, url -> guard.objection(url).orElse(null), store.language);
  }

  List<Route> routes() {
    List<Route> routes = new ArrayList<>();
    routes.add(
        new SubmitTasks(
                store.submissions, body -> SubmissionReader.read(body, rules), store.batchTasks::of)
            .route());
    var patches = new TaskPatches(store.committer, store.updates, store.tokens);
    routes.addAll(new TaskCommands(store.committer, store.counters, patches).routes());
    routes.addAll(new BatchCommands(store.committer, store.stop, store.updates).routes());
    routes.addAll(
        WorkRoutes.of(
            new WorkClaims(store.workers, store.preparation, store.tokens),
            new WorkCompletions(store.committer, store.tokens),
            new WorkHeartbeats(store.leases, store.updates, store.tokens)));
    routes.add(new Events(store.committer).route());
    routes.addAll(new DeliveryCommands(store.replays).routes());
    return routes;
  }
}
