package dev.edgewise.server.http.read;

import static dev.edgewise.server.testing.TestTask.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.core.state.Condition;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.testing.TestTask;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@Timeout(120)
class LayoutReadsTest {
  private static ReadServer server;

  @BeforeAll
  static void open() {
    server = new ReadServer();
  }

  @AfterAll
  static void close() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"right", "down"})
  void linesOfASmallBatchLeadInOneDirectionAndTouchTheirBoxes(String direction) throws Exception {
    UUID batch =
        server.store.submit(
            null,
            task("a"),
            task("b").on(Condition.ON_SUCCESS, "a"),
            task("c").on(Condition.ON_FAILURE, "a"),
            task("d").after("a").after("b"));

    JsonNode layout = server.get("/dag/" + batch + "/layout?direction=" + direction);

    assertThat(layout.at("/method").stringValue()).isEqualTo("elk");
    Map<String, JsonNode> boxes = boxes(layout);
    assertThat(boxes).hasSize(4);
    assertNoOverlap(layout);
    assertThat(layout.at("/links").valueStream().map(link -> link.at("/condition").stringValue()))
        .containsExactlyInAnyOrder("always", "on_success", "on_failure", "always");
    boolean down = direction.equals("down");
    double depth = layout.at(down ? "/node_height" : "/node_width").doubleValue();
    for (JsonNode link : layout.at("/links")) {
      String along = down ? "/y" : "/x";
      double from = box(boxes, link.at("/parent_id")).at(along).doubleValue();
      double to = box(boxes, link.at("/child_id")).at(along).doubleValue();
      List<Double> points = link.at("/points").valueStream().map(JsonNode::doubleValue).toList();
      assertThat(points.size() % 6).isEqualTo(2);
      assertThat(points.get(down ? 1 : 0)).isEqualTo(from + depth);
      assertThat(points.get(points.size() - (down ? 1 : 2))).isEqualTo(to).isGreaterThan(from);
    }
  }

  @Test
  void aLargerBatchIsDrawnInLayers() throws Exception {
    int tasks = Limits.LAYOUT_ELK_MAX_TASKS + 100;
    UUID batch =
        server.store.submit(
            null,
            IntStream.range(0, tasks)
                .mapToObj(i -> i == 0 ? task("t0") : task("t" + i).after("t" + (i - 1) / 3))
                .toArray(TestTask[]::new));

    JsonNode layout = server.get("/dag/" + batch + "/layout");

    assertThat(layout.at("/method").stringValue()).isEqualTo("layers");
    assertThat(layout.at("/nodes").size()).isEqualTo(tasks);
    assertThat(layout.at("/links").size()).isEqualTo(tasks - 1);
    assertNoOverlap(layout);
  }

  @Test
  void theLargestBatchesAreDrawnAsGroupsByKind() throws Exception {
    int tasks = Limits.LAYOUT_MAX_TASKS + 1;
    UUID batch =
        server.store.submit(
            null,
            IntStream.range(0, tasks)
                .mapToObj(i ->
                    i < 10
                        ? task("t" + i).kind("drawn")
                        : task("t" + i).kind(i % 2 == 0 ? "even" : "odd").after("t" + i % 10))
                .toArray(TestTask[]::new));
    server.store.succeed(server.store.claim("drawn"), null);

    JsonNode layout = server.get("/dag/" + batch + "/layout");

    assertThat(layout.at("/method").stringValue()).isEqualTo("groups");
    assertThat(layout.at("/nodes").valueStream().map(node -> node.at("/group/kind").stringValue()))
        .containsExactly("drawn", "even", "odd");
    assertThat(layout.at("/nodes/0/group/status_counts/success").longValue()).isEqualTo(1);
    assertThat(layout.at("/nodes/1/group/tasks").longValue()).isEqualTo((tasks - 10 + 1) / 2);
    assertThat(layout.at("/links").size()).isEqualTo(2);
    assertNoOverlap(layout);
  }

  @Test
  void aChainOfThousandsIsDrawnAsAFewBoxes() throws Exception {
    int tasks = Limits.LAYOUT_MAX_TASKS + 1;
    UUID batch =
        server.store.submit(
            null,
            IntStream.range(0, tasks)
                .mapToObj(i -> {
                  TestTask task = task("t" + i).kind(i % 2 == 0 ? "even" : "odd");
                  return i == 0 ? task : task.after("t" + (i - 1));
                })
                .toArray(TestTask[]::new));

    JsonNode layout = server.get("/dag/" + batch + "/layout");

    assertThat(layout.at("/nodes").size())
        .isBetween(Limits.LAYOUT_MAX_GROUPS / 2, Limits.LAYOUT_MAX_GROUPS);
    assertThat(
            layout
                .at("/nodes")
                .valueStream()
                .mapToLong(node -> node.at("/group/tasks").longValue())
                .sum())
        .isEqualTo(tasks);
    assertNoOverlap(layout);
  }

  @Test
  void anUnknownDirectionOrBatchIsRefused() throws Exception {
    UUID batch = server.store.submit(null, task("a"));

    assertThat(server.http.get("/dag/" + batch + "/layout?direction=up").statusCode())
        .isEqualTo(400);
    assertThat(server.http.get("/dag/" + UUID.randomUUID() + "/layout").statusCode())
        .isEqualTo(404);
  }

  private static Map<String, JsonNode> boxes(JsonNode layout) {
    Map<String, JsonNode> boxes = new HashMap<>();
    layout.at("/nodes").forEach(node -> boxes.put(node.at("/id").stringValue(), node));
    return boxes;
  }

  private static JsonNode box(Map<String, JsonNode> boxes, JsonNode id) {
    return Objects.requireNonNull(boxes.get(id.stringValue()));
  }

  private static void assertNoOverlap(JsonNode layout) {
    double width = layout.at("/node_width").doubleValue();
    double height = layout.at("/node_height").doubleValue();
    Set<String> taken = new HashSet<>();
    for (JsonNode node : layout.at("/nodes")) {
      double x = node.at("/x").doubleValue();
      double y = node.at("/y").doubleValue();
      assertThat(x).isBetween(0.0, layout.at("/width").doubleValue() - width + 0.1);
      assertThat(y).isBetween(0.0, layout.at("/height").doubleValue() - height + 0.1);
      for (JsonNode other :
          layout.at("/nodes").size() < 50 ? layout.at("/nodes") : List.<JsonNode>of()) {
        assertThat(
                other.equals(node)
                    || Math.abs(other.at("/x").doubleValue() - x) >= width
                    || Math.abs(other.at("/y").doubleValue() - y) >= height)
            .isTrue();
      }
      assertThat(taken.add(x + " " + y)).as("two boxes at %s, %s", x, y).isTrue();
    }
  }
}
