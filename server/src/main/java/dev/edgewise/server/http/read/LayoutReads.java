package dev.edgewise.server.http.read;

import dev.edgewise.api.DagLayout;
import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.LayoutMethod;
import dev.edgewise.api.PlacedLink;
import dev.edgewise.api.PlacedNode;
import dev.edgewise.api.Scope;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.Method;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.http.layout.ElkPlacement;
import dev.edgewise.server.http.layout.ElkPlacement.Attempt;
import dev.edgewise.server.http.layout.LayerPlacement;
import dev.edgewise.server.http.layout.Placement;
import dev.edgewise.server.http.layout.Placement.Direction;
import dev.edgewise.server.http.layout.Shape;
import dev.edgewise.server.http.read.Drawing.Box;
import dev.edgewise.server.store.read.BatchRow;
import dev.edgewise.server.store.read.Batches;
import dev.edgewise.server.store.read.Edges;
import dev.edgewise.server.store.read.Edges.Choice;
import dev.edgewise.server.store.read.Runs;
import dev.edgewise.server.store.read.Tasks;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;

/** The route that reads the layout of a batch's graph. */
final class LayoutReads {
  private final Batches batches;
  private final Tasks tasks;
  private final Edges edges;

  /** Layouts for which ELK was tried; the least recently used ones are dropped. */
  private final Map<LayoutKey, DagLayout> cache =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<LayoutKey, DagLayout> eldest) {
          return size() > Limits.LAYOUTS_KEPT;
        }
      };

  LayoutReads(Batches batches, Database database) {
    this.batches = batches;
    this.tasks = new Tasks(database);
    this.edges = new Edges(database);
  }

  /** Identifies a layout. The graph of a batch changes only together with its last task number. */
  private record LayoutKey(UUID batchId, int lastNo, boolean items, Direction direction) {}

  List<Route> routes() {
    return List.of(
        Route.get(
                "/v1/batches/{id}/graph/layout",
                "The layout of a batch's graph: the position of each task")
            .scope(Scope.READ)
            .operation("getGraphLayout")
            .alias(Method.GET, "/dag/{id}/layout")
            .query("items", Boolean.class, "false excludes the items of spreads")
            .query("direction", String.class, "direction of edges: right (the default) or down")
            .answers(200, DagLayout.class)
            .fails(ErrorCode.BATCH_NOT_FOUND, ErrorCode.INVALID_REQUEST)
            .by(this::layout));
  }

  private Answer layout(Request request) throws InterruptedException {
    UUID id = request.batchId();
    BatchRow batch = batches.find(id).orElseThrow(() -> BatchReads.unknown(id));
    LayoutKey key =
        new LayoutKey(
            id,
            batch.lastNo(),
            request.queryFlag("items").orElse(true),
            request
                .query(
                    "direction",
                    "right or down",
                    text -> Direction.valueOf(text.toUpperCase(Locale.ROOT)))
                .orElse(Direction.RIGHT));
    synchronized (cache) {
      DagLayout known = cache.get(key);
      if (known != null) {
        return Answer.ok(known);
      }
    }
    return Answer.ok(draw(key));
  }

  private DagLayout draw(LayoutKey key) throws InterruptedException {
    var drawing = new Drawing();
    Runs.stream(key.lastNo, (after, last) -> tasks.rows(key.batchId, after, last, key.items))
        .forEach(drawing::add);
    Choice choice = new Choice(null, key.items);
    Runs.stream(key.lastNo, (after, last) -> edges.run(key.batchId, after, last, choice))
        .forEach(drawing::add);
    if (drawing.boxes().size() > Limits.LAYOUT_MAX_TASKS) {
      return layered(drawing.grouped(), LayoutMethod.GROUPS, key.direction);
    }
    boolean readable =
        drawing.boxes().size() <= Limits.LAYOUT_ELK_MAX_TASKS
            && drawing.shape().lines().size() <= Limits.LAYOUT_ELK_MAX_EDGES;
    if (!readable) {
      return layered(drawing, LayoutMethod.LAYERS, key.direction);
    }
    return switch (ElkPlacement.of(drawing.shape(), key.direction)) {
      case Attempt.Made(Placement placement) ->
          cached(key, view(drawing, LayoutMethod.ELK, placement));
      // ELK would take too long the next time, too.
      case Attempt.TooLong _ -> cached(key, layered(drawing, LayoutMethod.LAYERS, key.direction));
      case Attempt.Busy _ -> layered(drawing, LayoutMethod.LAYERS, key.direction);
    };
  }

  private DagLayout cached(LayoutKey key, DagLayout layout) {
    synchronized (cache) {
      cache.put(key, layout);
    }
    return layout;
  }

  private static DagLayout layered(Drawing drawing, LayoutMethod method, Direction direction) {
    return view(drawing, method, LayerPlacement.of(drawing.shape(), drawing.layers(), direction));
  }

  private static DagLayout view(Drawing drawing, LayoutMethod method, Placement placement) {
    Shape shape = drawing.shape();
    List<Box> boxes = drawing.boxes();
    List<PlacedNode> nodes =
        IntStream.range(0, boxes.size())
            .mapToObj(i ->
                new PlacedNode(
                    boxes.get(i).id(),
                    placement.boxes().get(i).x(),
                    placement.boxes().get(i).y(),
                    boxes.get(i).group()))
            .toList();
    List<PlacedLink> links =
        IntStream.range(0, shape.lines().size())
            .mapToObj(i -> {
              var line = shape.lines().get(i);
              return new PlacedLink(
                  boxes.get(line.from()).id(),
                  boxes.get(line.to()).id(),
                  drawing.conditions().get(i),
                  placement.routes().get(i));
            })
            .toList();
    return new DagLayout(
        method,
        placement.width(),
        placement.height(),
        Placement.BOX_WIDTH,
        Placement.BOX_HEIGHT,
        nodes,
        links);
  }
}
