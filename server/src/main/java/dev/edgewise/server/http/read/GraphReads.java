package dev.edgewise.server.http.read;

import dev.edgewise.api.BasicTask;
import dev.edgewise.api.Dag;
import dev.edgewise.api.DagLink;
import dev.edgewise.api.EdgeList;
import dev.edgewise.api.EdgeResolution;
import dev.edgewise.api.EdgeView;
import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Scope;
import dev.edgewise.api.SpreadProgress;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.PatientRead;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ListPage;
import dev.edgewise.server.http.Method;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.store.read.BatchRow;
import dev.edgewise.server.store.read.Batches;
import dev.edgewise.server.store.read.EdgeRow;
import dev.edgewise.server.store.read.Edges;
import dev.edgewise.server.store.read.Edges.Choice;
import dev.edgewise.server.store.read.Runs;
import dev.edgewise.server.store.read.SpreadRow;
import dev.edgewise.server.store.read.TaskRow;
import dev.edgewise.server.store.read.Tasks;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** The routes that read a batch's edges and its graph. */
final class GraphReads {
  private final Batches batches;
  private final Tasks tasks;
  private final Edges edges;

  GraphReads(Batches batches, Database database) {
    this.batches = batches;
    this.tasks = new Tasks(database);
    this.edges = new Edges(database);
  }

  /** A {@link Dag} that is read from the database while it is written. */
  private record WrittenDag(
      Iterator<BasicTask> tasks, Iterator<DagLink> links, List<SpreadProgress> spreads) {}

  List<Route> routes() {
    return List.of(
        Route.get("/v1/batches/{id}/edges", "The edges of a batch and their facts")
            .scope(Scope.READ)
            .operation("listEdges")
            .query("satisfied", Boolean.class, "only edges whose fact has this value")
            .paged()
            .answers(200, EdgeList.class)
            .fails(ErrorCode.BATCH_NOT_FOUND, ErrorCode.INVALID_REQUEST)
            .by(this::edgePage),
        Route.get("/batch/{id}/edges", "The edges of a batch and their facts")
            .scope(Scope.READ)
            .operation("listEdges")
            .deprecated()
            .query("satisfied", Boolean.class, "only edges whose fact has this value")
            .answers(200, Route.listOf(EdgeView.class))
            .fails(ErrorCode.BATCH_NOT_FOUND, ErrorCode.INVALID_REQUEST)
            .by(this::edges),
        Route.get("/v1/batches/{id}/graph", "A batch as a graph")
            .scope(Scope.READ)
            .operation("getGraph")
            .alias(Method.GET, "/dag/{id}")
            .query("items", Boolean.class, "true includes the items of spreads")
            .answers(200, Dag.class)
            .fails(ErrorCode.BATCH_NOT_FOUND, ErrorCode.INVALID_REQUEST)
            .by(this::dag));
  }

  private Answer edges(Request request) {
    BatchRow batch = batch(request);
    Choice choice = new Choice(request.queryFlag("satisfied").orElse(null), true);
    Stream<EdgeRow> inside =
        Runs.stream(
            batch.lastNo(), (after, last) -> edges.run(batch.batchId(), after, last, choice));
    return Answer.ok(withForeign(inside, batch, choice).map(GraphReads::edge).iterator());
  }

  private Answer edgePage(Request request) {
    BatchRow batch = batch(request);
    int limit = ListPage.limit(request);
    Choice choice = new Choice(request.queryFlag("satisfied").orElse(null), true);
    EdgePosition after = ListPage.cursor(request, EdgePosition::parse).orElse(null);
    return ListPage.answer(
        EdgePosition.behind(after, batch, limit + 1, choice, edges),
        limit,
        GraphReads::edge,
        row -> ListPage.encode(EdgePosition.of(row).text()),
        EdgeList::new);
  }

  private Answer dag(Request request) {
    BatchRow batch = batch(request);
    Choice choice = new Choice(null, request.queryFlag("items").orElse(false));
    Stream<TaskRow> nodes =
        Runs.stream(
            batch.lastNo(),
            (after, last) -> tasks.rows(batch.batchId(), after, last, choice.items()));
    Stream<EdgeRow> inside =
        Runs.continued(
            batch.lastNo(), (after, last) -> edges.run(batch.batchId(), after, last, choice));
    return Answer.ok(
        new WrittenDag(
            nodes.map(TaskViews::basic).iterator(),
            withForeign(inside, batch, choice).map(GraphReads::link).iterator(),
            tasks.spreads(batch.batchId()).stream().map(GraphReads::spread).toList()));
  }

  private BatchRow batch(Request request) {
    UUID id = request.batchId();
    return batches.find(id).orElseThrow(() -> BatchReads.unknown(id));
  }

  /** The edges inside the batch by parent, then those from or to other batches. */
  private Stream<EdgeRow> withForeign(Stream<EdgeRow> inside, BatchRow batch, Choice choice) {
    UUID id = batch.batchId();
    return Stream.concat(
        inside,
        Stream.of(choice)
            .flatMap(wanted -> PatientRead.of(() -> edges.foreign(id, wanted)).stream()));
  }

  private static EdgeView edge(EdgeRow row) {
    EdgeRow.Fact fact = row.fact();
    return fact == null
        ? new EdgeView(
            row.parent().publicId(),
            row.child().publicId(),
            TaskViews.condition(row.condition()),
            null,
            null,
            null,
            null,
            null)
        : new EdgeView(
            row.parent().publicId(),
            row.child().publicId(),
            TaskViews.condition(row.condition()),
            fact.satisfied(),
            resolution(fact),
            fact.at(),
            fact.attempt(),
            fact.rowVersion());
  }

  private static DagLink link(EdgeRow row) {
    EdgeRow.Fact fact = row.fact();
    return new DagLink(
        row.parent().publicId(),
        row.child().publicId(),
        TaskViews.condition(row.condition()),
        fact == null ? null : fact.satisfied(),
        fact == null ? null : resolution(fact));
  }

  private static SpreadProgress spread(SpreadRow row) {
    return new SpreadProgress(
        row.spread().publicId(), row.items(), BatchReads.statusCounts(row.states()));
  }

  private static EdgeResolution resolution(EdgeRow.Fact fact) {
    return EdgeResolution.valueOf(fact.resolution().name());
  }
}
