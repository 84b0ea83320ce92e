package dev.edgewise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.sdk.json.JsonReader;
import dev.edgewise.server.testing.ServerProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Keeps docs/workers.md, docs/events.md, docs/workflows.md and the worker in the README true: their
 * programs are parts of files that are run, and their requests get the answers that they show.
 */
@Timeout(120)
class ProtocolPagesTest {

  private static final String WORKERS = "docs/workers.md";
  private static final Pattern BLOCK =
      Pattern.compile("(?:<!-- from (\\S+) -->\n)?```(\\w+)\n(.*?)```", Pattern.DOTALL);

  /** Members whose values differ from run to run. */
  private static final Set<String> FLEETING =
      Set.of("task_id", "batch_id", "delivery_token", "lease_until", "created_at");

  /** Values on the page, and the values of this run in their place. */
  private final Map<String, String> actual = new HashMap<>();

  private record Block(@Nullable String file, String language, String text) {}

  private static List<Block> blocks(String page) {
    Matcher matcher = BLOCK.matcher(Checkout.text(page));
    List<Block> blocks = new ArrayList<>();
    while (matcher.find()) {
      blocks.add(new Block(matcher.group(1), matcher.group(2), matcher.group(3)));
    }
    return blocks;
  }

  @Test
  void programsArePartsOfTheExamples() {
    List<Block> programs =
        Stream.of("README.md", WORKERS, "docs/typescript.md")
            .flatMap(page -> blocks(page).stream())
            .filter(block -> Set.of("java", "python", "ts").contains(block.language()))
            .toList();

    assertThat(programs)
        .hasSizeGreaterThan(9)
        .allSatisfy(block -> {
          assertThat(block.file()).as(block.text()).isNotNull();
          String file = Checkout.text(String.valueOf(block.file()));
          assertThat(
                  IntStream.of(0, 2, 4, 6, 8).mapToObj(columns -> indented(block.text(), columns)))
              .as(block.text())
              .anyMatch(file::contains);
        });
  }

  /** A text with a deeper indentation. */
  private static String indented(String text, int columns) {
    return text.replaceAll("(?m)^(?=.)", " ".repeat(columns));
  }

  @ParameterizedTest
  @CsvSource({WORKERS + ", 5", "docs/events.md, 3", "docs/workflows.md, 4"})
  void requestsGetTheAnswersThatThePageShows(String page, int requests) throws Exception {
    List<Block> blocks =
        blocks(page).stream()
            .filter(block -> Set.of("http", "json").contains(block.language()))
            .toList();
    assertThat(blocks.stream().filter(block -> block.language().equals("http"))).hasSize(requests);
    String answer = "";
    for (Block block : blocks) {
      if (block.language().equals("http")) {
        answer = answer(block.text());
      } else {
        compare(JsonReader.read(block.text()), JsonReader.read(answer), "");
      }
    }
  }

  private String answer(String block) throws IOException, InterruptedException {
    for (Map.Entry<String, String> each : actual.entrySet()) {
      block = block.replace(each.getKey(), each.getValue());
    }
    String[] parts = block.split("\n\n", 2);
    String[] line = parts[0].split(" ", 2);
    URI uri = ServerProcess.shared().uri().resolve(line[1]);
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(uri).method(line[0], BodyPublishers.ofString(parts[1])).build();
      var response = client.send(request, BodyHandlers.ofString());
      assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
      return response.body();
    }
  }

  /** Equal, but for the values that differ from run to run: those are remembered. */
  private void compare(@Nullable Object shown, @Nullable Object given, String path) {
    switch (shown) {
      case List<?> items when given instanceof List<?> others -> {
        assertThat(others.size()).as(path).isEqualTo(items.size());
        for (int i = 0; i < items.size(); i++) {
          compare(items.get(i), others.get(i), path + "[" + i + "]");
        }
      }
      case Map<?, ?> members when given instanceof Map<?, ?> others -> {
        assertThat(others.keySet()).as(path).isEqualTo(members.keySet());
        members.forEach(
            (name, member) -> compare(name, member, others.get(name), path + "." + name));
      }
      case null, default -> assertThat(given).as(path).isEqualTo(shown);
    }
  }

  private void compare(Object name, @Nullable Object shown, @Nullable Object given, String path) {
    if (shown instanceof String text && FLEETING.contains(name)) {
      actual.putIfAbsent(text, String.valueOf(given));
      assertThat(given).as(path).isEqualTo(actual.get(text));
    } else {
      compare(shown, given, path);
    }
  }
}
