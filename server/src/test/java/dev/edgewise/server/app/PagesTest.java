package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The server accepts every batch in the documents, with the result that the document shows. */
class PagesTest {
  private static final Pattern BLOCK =
      Pattern.compile(
          "(?:`(PUT|POST) (/v1/[^`]+)`[^`\n]*:\n\n)?```json\n(.*?)\n```(?:\n\nResult: `(.*?)`)?",
          Pattern.DOTALL);

  /** Pages whose examples need a workflow, a signal or a decision; tests of their own run them. */
  private static final Set<String> OWN =
      Set.of("sub-workflows.md", "ending-early.md", "signals.md", "approvals.md");

  private static List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(Path.of("..", "docs"))) {
      List<Path> pages =
          new ArrayList<>(
              docs.filter(page -> page.toString().endsWith(".md"))
                  .filter(page -> !OWN.contains(page.getFileName().toString()))
                  .toList());
      pages.add(Path.of("..", "README.md"));
      return pages;
    }
  }

  @Test
  void batchesOnPagesWork() throws IOException {
    int results = 0;
    try (var database = TestDatabase.open();
        var client = Client.start(database, Map.of("SKIP_SSRF_VALIDATION", "1"))) {
      for (Path page : pages()) {
        Matcher blocks = BLOCK.matcher(Files.readString(page));
        while (blocks.find()) {
          if (blocks.group(2) != null && blocks.group(2).contains("{id}")) {
            continue; // For a batch that the test of the page makes.
          }
          if (blocks.group(1) != null) {
            Reply put = client.send(blocks.group(1), blocks.group(2), blocks.group(3));
            assertThat(put.status()).as("%s:%n%s", page, put.body()).isIn(200, 201);
            continue;
          }
          if (!blocks.group(3).contains("\"id\":") || !blocks.group(3).contains("\"kind\":")) {
            continue; // Not a batch but an answer.
          }
          Reply reply = client.post("/task", blocks.group(3));
          assertThat(reply.status()).as("%s:%n%s", page, reply.body()).isEqualTo(201);
          if (blocks.group(4) != null) {
            String batch = reply.raw().headers().firstValue("X-Batch-ID").orElseThrow();
            assertThat(
                    client.get("/v1/batches/" + batch + "?wait=30").body().get("result").toString())
                .as(page.toString())
                .isEqualTo(blocks.group(4));
            results++;
          }
        }
      }
    }
    assertThat(results).isGreaterThanOrEqualTo(2);
  }
}
