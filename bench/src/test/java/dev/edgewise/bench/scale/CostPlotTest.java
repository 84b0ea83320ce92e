package dev.edgewise.bench.scale;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.bench.round.Figure;
import dev.edgewise.bench.round.Figures;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The plot and the table of known figures. */
class CostPlotTest {

  private static final List<Figures> SIZES =
      List.of(size(100_000, 250, 100, 150), size(1_000, 500, 120, 180), size(10_000, 400, 110, 90));

  @Test
  void thePlotHasALogarithmicAxisOfTasksAndALinearAxisOfCost() throws Exception {
    Element line = only(plot(SIZES), "polyline");
    double[][] points =
        Stream.of(line.getAttribute("points").split(" "))
            .map(point -> Stream.of(point.split(",")).mapToDouble(Double::parseDouble).toArray())
            .toArray(double[][]::new);

    assertThat(points).hasDimensions(3, 2);
    assertThat(points[1][0] - points[0][0])
        .as("the axis is logarithmic")
        .isEqualTo(points[2][0] - points[1][0]);
    assertThat(points[1][1] - points[0][1])
        .as("100 us more is as far as it is anywhere")
        .isCloseTo((points[2][1] - points[1][1]) / 1.5, within());
  }

  @Test
  void axesHaveUnitsAndNumbers() throws Exception {
    assertThat(texts(plot(SIZES)))
        .contains("tasks in the batch", "µs per task", "1,000", "10,000", "100,000", "500", "0");
  }

  @Test
  void thePlotHasColoursForADarkScheme() {
    assertThat(CostPlot.svg(SIZES)).contains("@media (prefers-color-scheme: dark)");
  }

  @Test
  void aSingleSizeIsPlotted() throws Exception {
    assertThat(texts(plot(List.of(size(50, 1, 1, 1))))).contains("10", "100");
  }

  @Test
  void theTableIsInOrderAndEndsWithTheRatio() {
    List<String> lines = ScaleTable.lines(SIZES);

    assertThat(lines).hasSize(7);
    assertThat(lines.get(3)).contains("1,000 ").contains("500");
    assertThat(lines.getLast())
        .contains("100,000 tasks / 1,000 tasks: wall 0.500")
        .endsWith("server and database 0.833");
  }

  private static org.assertj.core.data.Offset<Double> within() {
    return org.assertj.core.data.Offset.offset(0.2);
  }

  private static Figures size(double tasks, double wall, double server, double database) {
    return Figures.of(
        List.of(
            Map.of(
                Figure.TASKS, tasks,
                Figure.WALL, wall,
                Figure.CPU_SERVER, server,
                Figure.CPU_DATABASE, database)));
  }

  private static Document plot(List<Figures> sizes) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(CostPlot.svg(sizes).getBytes(UTF_8)));
  }

  private static Element only(Document plot, String tag) {
    NodeList found = plot.getElementsByTagName(tag);
    assertThat(found.getLength()).isOne();
    return (Element) found.item(0);
  }

  private static List<String> texts(Document plot) {
    NodeList texts = plot.getElementsByTagName("text");
    return IntStream.range(0, texts.getLength())
        .mapToObj(i -> texts.item(i).getTextContent())
        .toList();
  }
}
