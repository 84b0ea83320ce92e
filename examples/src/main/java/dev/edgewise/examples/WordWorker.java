package dev.edgewise.examples;

import dev.edgewise.sdk.TaskFailure;
import dev.edgewise.sdk.Worker;
import java.net.URI;

/** A worker that counts words until it is told to end. */
public final class WordWorker {

  record Page(String text) {}

  record Count(int words) {}

  private WordWorker() {}

  public static void main(String[] args) throws InterruptedException {
    Worker.builder(URI.create(args[0]))
        .concurrency(8)
        .handle(
            "count-words",
            context -> {
              Page page = context.input(Page.class);
              if (page.text().isBlank()) {
                throw TaskFailure.terminal("The page is blank");
              }
              return new Count(page.text().split("\\s+", -1).length);
            })
        .runUntilShutdown();
  }
}
