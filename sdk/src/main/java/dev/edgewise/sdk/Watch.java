package dev.edgewise.sdk;

import dev.edgewise.api.BatchView;
import dev.edgewise.api.LedgerEntry;
import dev.edgewise.sdk.json.JsonReader;
import dev.edgewise.sdk.json.RecordBinding;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/**
 * Follows the ledger of a batch as a stream of Server-Sent Events. The stream does not end with the
 * batch, so a second request waits for the batch's end; entries that the stream has not delivered
 * by then are read as a list.
 */
final class Watch {

  private static final Duration FOREVER = Duration.ofDays(36_500);

  private final EdgewiseClient client;
  private final Transport transport;
  private final UUID batch;
  private final Consumer<LedgerEntry> onEntry;
  private long last;

  Watch(EdgewiseClient client, Transport transport, UUID batch, Consumer<LedgerEntry> onEntry) {
    this.client = client;
    this.transport = transport;
    this.batch = batch;
    this.onEntry = onEntry;
  }

  BatchView follow() throws InterruptedException {
    var ended = new CompletableFuture<BatchView>();
    Thread waiting = Thread.ofVirtual().name("edgewise-watch").start(() -> awaitEnd(ended));
    try {
      stream(ended);
      for (List<LedgerEntry> rest = rest(); !rest.isEmpty(); rest = rest()) {
        rest.forEach(this::handOver);
      }
      return ended.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof EdgewiseException cause ? cause : e;
    } finally {
      waiting.interrupt();
    }
  }

  private void awaitEnd(CompletableFuture<BatchView> ended) {
    try {
      ended.complete(client.await(batch, FOREVER));
    } catch (RuntimeException | InterruptedException e) {
      ended.completeExceptionally(e);
    }
  }

  /** Passes on entries until the batch has ended, and reconnects whenever the stream breaks. */
  private void stream(CompletableFuture<BatchView> ended) throws InterruptedException {
    var backoff = new Backoff();
    while (!ended.isDone()) {
      try (var events = new EventLines()) {
        var _ = ended.whenComplete((_, _) -> events.end());
        transport.open(
            Call.get("/batch/" + batch + "/events")
                .with("Accept", "text/event-stream")
                .with("Last-Event-ID", Long.toString(last)),
            events);
        for (String data = events.next(); data != null; data = events.next()) {
          handOver(RecordBinding.bind(JsonReader.read(data), LedgerEntry.class));
          backoff.reset();
        }
      }
      if (!ended.isDone()) {
        Thread.sleep(backoff.next());
      }
    }
  }

  private List<LedgerEntry> rest() throws InterruptedException {
    return client.ledger(batch, last);
  }

  private void handOver(LedgerEntry entry) {
    if (entry.id() > last) {
      last = entry.id();
      onEntry.accept(entry);
    }
  }
}
