package dev.edgewise.server.http.read;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.LedgerEntry;
import dev.edgewise.api.LedgerList;
import dev.edgewise.api.Scope;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.EventStream;
import dev.edgewise.server.http.ListPage;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.store.read.Batches;
import dev.edgewise.server.store.read.LedgerRow;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The routes that read or stream the ledger of a batch, or read the entries of a task. */
final class LedgerReads {
  private static final String FORM = "the id of an entry";
  private static final int STREAMED_AT_ONCE = 1_000;

  private final Batches batches;
  private final SettledLedger ledger;
  private final Followers<UUID> followers;
  private final EventStreams streams;

  LedgerReads(
      Batches batches, SettledLedger ledger, Followers<UUID> followers, EventStreams streams) {
    this.batches = batches;
    this.ledger = ledger;
    this.followers = followers;
    this.streams = streams;
  }

  List<Route> routes() {
    return List.of(
        followed(Route.get("/v1/batches/{id}/events", "The ledger of a batch, in order"))
            .paged()
            .answers(200, LedgerList.class)
            .by(request -> request.wantsEvents() ? stream(request) : page(request)),
        followed(Route.get("/batch/{id}/events", "The ledger of a batch, in order"))
            .deprecated()
            .query(ListPage.LIMIT, Integer.class, "number of entries per page")
            .query(Cursors.NAME, Long.class, "X-Next-Cursor of the page before")
            .answers(200, Route.listOf(LedgerEntry.class))
            .by(request -> request.wantsEvents() ? stream(request) : entries(request)),
        Route.get("/v1/tasks/{id}/events", "The ledger entries of a task, in order")
            .scope(Scope.READ)
            .operation("listTaskEvents")
            .paged()
            .answers(200, LedgerList.class)
            .fails(ErrorCode.TASK_NOT_FOUND)
            .by(this::aboutPage),
        Route.get("/task/{id}/events", "The ledger entries of a task, in order")
            .scope(Scope.READ)
            .operation("listTaskEvents")
            .deprecated()
            .answers(200, Route.listOf(LedgerEntry.class))
            .fails(ErrorCode.TASK_NOT_FOUND)
            .by(this::about));
  }

  private static Route.Draft followed(Route.Undecided route) {
    return route
        .scope(Scope.READ)
        .operation("listBatchEvents")
        .query("after", Long.class, "only entries after this one")
        .query("tail", Boolean.class, "true skips existing entries")
        .header("Accept", String.class, "text/event-stream streams new entries as they are written")
        .header("Last-Event-ID", Long.class, "id of the last entry that the client received")
        .fails(ErrorCode.BATCH_NOT_FOUND, ErrorCode.INVALID_REQUEST, ErrorCode.OVERLOADED);
  }

  private Answer about(Request request) throws InterruptedException {
    return Answer.ok(
        entries(request, 0, Limits.LEDGER_MAX_ENTRIES).stream().map(LedgerReads::view).toList());
  }

  private Answer aboutPage(Request request) throws InterruptedException {
    int limit = ListPage.limit(request);
    long after = request.query(ListPage.CURSOR, ListPage.CURSOR_FORM, LedgerReads::id).orElse(0L);
    return listed(entries(request, after, limit + 1), limit);
  }

  private List<LedgerRow> entries(Request request, long after, int limit)
      throws InterruptedException {
    TaskKey task = request.task();
    List<LedgerRow> entries = ledger.about(task, after, limit);
    if (entries.isEmpty() && ledger.about(task, 0, 1).isEmpty()) {
      throw TaskReads.unknown(task.publicId());
    }
    return entries;
  }

  private Answer page(Request request) throws InterruptedException {
    UUID batchId = existing(request);
    int limit = ListPage.limit(request);
    return listed(ledger.entries(batchId, after(request), limit + 1), limit);
  }

  private static Answer listed(List<LedgerRow> entries, int limit) {
    return ListPage.answer(
        entries, limit, LedgerReads::view, entry -> Long.toString(entry.id()), LedgerList::new);
  }

  private Answer stream(Request request) throws InterruptedException {
    return streams.open(() -> {
      UUID batchId = followers.read(() -> existing(request));
      long after = followers.read(() -> after(request));
      return stream -> new Following(request, batchId, after).writeTo(stream);
    });
  }

  private UUID existing(Request request) {
    UUID batchId = request.batchId();
    if (batches.find(batchId).isEmpty()) {
      throw BatchReads.unknown(batchId);
    }
    return batchId;
  }

  private Answer entries(Request request) throws InterruptedException {
    UUID batchId = existing(request);
    long after = after(request);
    int limit =
        Math.clamp(
            request.queryInt("limit").orElse(Limits.LEDGER_DEFAULT_ENTRIES),
            1,
            Limits.LEDGER_MAX_ENTRIES);
    List<LedgerRow> entries = ledger.entries(batchId, after, limit + 1);
    List<LedgerRow> shown = entries.subList(0, Math.min(limit, entries.size()));
    Answer answer = Answer.ok(shown.stream().map(LedgerReads::view).toList());
    return entries.size() <= limit
        ? answer
        : Cursors.next(
            answer,
            request,
            "/batch/" + batchId + "/events",
            List.of("limit"),
            Long.toString(shown.getLast().id()));
  }

  /** The entry after which to begin; a client that reconnects sends it in a header. */
  private long after(Request request) throws InterruptedException {
    Optional<Long> named =
        request
            .header("Last-Event-ID", FORM, LedgerReads::id)
            .or(() -> request.query(Cursors.NAME, FORM, LedgerReads::id))
            .or(() -> request.query("after", FORM, LedgerReads::id));
    if (named.isPresent()) {
      return named.get();
    }
    return request.queryFlag("tail").orElse(false) ? ledger.now() : 0;
  }

  private static long id(String text) {
    long id = Long.parseLong(text);
    if (id < 0 || id == Long.MAX_VALUE) {
      throw new IllegalArgumentException();
    }
    return id;
  }

  private static LedgerEntry view(LedgerRow entry) {
    TaskKey task = entry.task();
    return new LedgerEntry(
        entry.id(),
        entry.type(),
        task == null ? null : task.publicId(),
        entry.attempt(),
        entry.at(),
        entry.detail(),
        entry.sourceId(),
        entry.actor());
  }

  /** Streams the ledger to one client. */
  private final class Following {
    private final Request request;
    private final UUID batchId;
    private long last;

    Following(Request request, UUID batchId, long after) {
      this.request = request;
      this.batchId = batchId;
      this.last = after;
    }

    void writeTo(EventStream stream) throws IOException, InterruptedException {
      // Shows the client at once that the stream is open.
      stream.keepAlive();
      followers.follow(
          batchId,
          Followers.FOREVER,
          () -> {
            if (!request.isStillAdmitted()) {
              return true;
            }
            send(stream);
            return false;
          },
          () -> keepAlive(stream));
    }

    /** Keeps proxies from closing a quiet stream. */
    private void keepAlive(EventStream stream) throws IOException {
      if (!request.clientIsThere()) {
        throw new IOException("The client disconnected");
      }
      stream.keepAlive();
    }

    private void send(EventStream stream) throws IOException, InterruptedException {
      List<LedgerRow> entries;
      do {
        long after = last;
        entries = followers.read(() -> ledger.entries(batchId, after, STREAMED_AT_ONCE));
        for (LedgerRow entry : entries) {
          stream.send(Long.toString(entry.id()), entry.type(), view(entry));
          last = entry.id();
        }
      } while (entries.size() == STREAMED_AT_ONCE);
    }
  }
}
