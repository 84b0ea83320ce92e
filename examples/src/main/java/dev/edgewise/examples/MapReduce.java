package dev.edgewise.examples;

import dev.edgewise.api.BatchView;
import dev.edgewise.api.Json;
import dev.edgewise.sdk.BatchDraft;
import dev.edgewise.sdk.EdgewiseClient;
import dev.edgewise.sdk.Worker;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the most frequent words of some pages. Workers split the pages; everything after that is
 * computed inside the transaction in which the last page ends.
 */
public final class MapReduce {

  record Page(String text) {}

  private static final List<String> PAGES =
      List.of("A rose is a rose", "What is in a name?", "A name that smells as sweet");

  private MapReduce() {}

  static BatchDraft batch(List<String> pages) {
    return BatchDraft.named("word count")
        .inputs(Map.of("pages", pages))
        .task(
            "split",
            "split-words",
            task -> task.spread("inputs.pages").input(Map.of("text", "${item}")))
        .task("words", "inline", task -> task.let("split.flatten()"))
        .task("vocabulary", "inline", task -> task.let("words.distinct().sort()"))
        .task(
            "reduce",
            "inline",
            task ->
                task.spread("vocabulary")
                    .let("{'word': item, 'count': size(words.filter(w, w == item))}"))
        .task("most", "inline", task -> task.let("math.greatest(reduce.map(r, r.count))"))
        .task("top", "inline", task -> task.output("reduce.filter(r, r.count == most)"));
  }

  private static List<String> words(String text) {
    return List.of(text.toLowerCase(Locale.ROOT).split("[^a-z]+", 0));
  }

  static @Nullable Json run(URI server, List<String> pages) throws InterruptedException {
    try (EdgewiseClient client = EdgewiseClient.of(server);
        Worker _ =
            Worker.builder(server)
                .poll(Duration.ofSeconds(1))
                .handle("split-words", context -> words(context.input(Page.class).text()))
                .start()) {
      BatchView end = client.await(client.submit(batch(pages)).batchId(), Duration.ofMinutes(1));
      return end.result();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    System.out.println(run(URI.create(args[0]), PAGES));
  }
}
