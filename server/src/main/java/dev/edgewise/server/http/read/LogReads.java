package dev.edgewise.server.http.read;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.LogEntry;
import dev.edgewise.api.LogLine;
import dev.edgewise.api.LogList;
import dev.edgewise.api.Scope;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.EventStream;
import dev.edgewise.server.http.ListPage;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.http.StopSignal;
import dev.edgewise.server.http.Wire;
import dev.edgewise.server.signal.Signals;
import dev.edgewise.server.store.log.LogPages;
import dev.edgewise.server.store.log.LogPages.End;
import dev.edgewise.server.store.log.LogPosition;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The route that reads or streams the log of a task. */
final class LogReads {
  private static final String FORM = "the id of a line";
  private static final int STREAMED_AT_ONCE = 1_000;

  private final LogPages pages;
  private final EventStreams streams;
  private final Followers<TaskKey> followers;

  LogReads(LogPages pages, Signals signals, StopSignal stopSignal, EventStreams streams) {
    this.pages = pages;
    this.streams = streams;
    this.followers = new Followers<>(pages::ends, signals, stopSignal);
  }

  Route route() {
    return Route.get("/v1/tasks/{id}/logs", "The log of a task, oldest lines first")
        .scope(Scope.READ)
        .operation("listTaskLogs")
        .query("attempt", Integer.class, "only lines of this attempt; counts from 0")
        .paged()
        .header("Accept", String.class, "text/event-stream streams lines until the task has ended")
        .header("Last-Event-ID", Long.class, "id of the last line that the client received")
        .answers(200, LogList.class)
        .fails(ErrorCode.TASK_NOT_FOUND, ErrorCode.INVALID_REQUEST, ErrorCode.OVERLOADED)
        .by(request -> request.wantsEvents() ? stream(request) : page(request));
  }

  /**
   * Lines in order.
   *
   * @param more whether the log goes on behind them
   */
  private record Lines(List<LogEntry> entries, boolean more) {}

  private Answer page(Request request) {
    TaskKey task = request.task();
    int limit = ListPage.limit(request);
    Integer attempt = attempt(request);
    LogPosition after = after(request, attempt);
    existing(task);
    Lines lines = read(task, after, attempt, limit);
    return Answer.ok(
        new LogList(
            lines.entries(), lines.more() ? Long.toString(lines.entries().getLast().id()) : null));
  }

  private Answer stream(Request request) throws InterruptedException {
    return streams.open(() -> {
      TaskKey task = request.task();
      Integer attempt = attempt(request);
      LogPosition after = after(request, attempt);
      followers.read(() -> existing(task));
      return stream -> new Following(request, task, attempt, after).writeTo(stream);
    });
  }

  private static @Nullable Integer attempt(Request request) {
    return request
        .query(
            "attempt",
            "a whole number from 0",
            text -> {
              int attempt = Integer.parseInt(text);
              if (attempt < 0) {
                throw new IllegalArgumentException();
              }
              return attempt;
            })
        .orElse(null);
  }

  private static LogPosition after(Request request, @Nullable Integer attempt) {
    Optional<LogPosition> named =
        request
            .header("Last-Event-ID", FORM, LogReads::position)
            .or(() -> request.query(ListPage.CURSOR, ListPage.CURSOR_FORM, LogReads::position));
    LogPosition first = attempt == null ? LogPosition.START : LogPosition.before(attempt);
    return named.filter(after -> after.attempt() >= first.attempt()).orElse(first);
  }

  private static LogPosition position(String text) {
    long id = Long.parseLong(text);
    if (id < 0) {
      throw new IllegalArgumentException();
    }
    return new LogPosition((int) (id >>> Integer.SIZE), (int) id & Integer.MAX_VALUE);
  }

  private static long id(int attempt, int line) {
    return ((long) attempt << Integer.SIZE) | line;
  }

  private End existing(TaskKey task) {
    End end = pages.ends(Set.of(task)).get(task);
    if (end == null) {
      throw TaskReads.unknown(task.publicId());
    }
    return end;
  }

  private static int last(@Nullable Integer attempt) {
    return attempt == null ? Integer.MAX_VALUE : attempt;
  }

  private Lines read(TaskKey task, LogPosition after, @Nullable Integer attempt, int limit) {
    // The first row may have nothing behind the place, and one line more tells whether more follow.
    LogPages.Page page =
        pages.page(task, after, last(attempt), limit + 2, Limits.LOG_PAGE_MAX_BYTES);
    List<LogEntry> entries = new ArrayList<>();
    for (LogPages.Row row : page.rows()) {
      LogLine[] lines = Wire.read(row.content(), LogLine[].class);
      for (int i = 0; i < lines.length && entries.size() <= limit; i++) {
        int number = row.firstLine() + i;
        if (row.attempt() > after.attempt() || number > after.line()) {
          entries.add(entry(row, number, lines[i]));
        }
      }
    }
    return entries.size() > limit
        ? new Lines(entries.subList(0, limit), true)
        : new Lines(entries, page.more() && !entries.isEmpty());
  }

  private static LogEntry entry(LogPages.Row row, int number, LogLine line) {
    Instant at = line.at();
    String level = line.level();
    return new LogEntry(
        id(row.attempt(), number),
        row.attempt(),
        number,
        at == null ? row.at() : at,
        level == null ? "info" : level,
        line.message(),
        line.fields());
  }

  /** Streams a log to one client. */
  private final class Following {
    private final Request request;
    private final TaskKey task;
    private final @Nullable Integer attempt;
    private LogPosition after;

    Following(Request request, TaskKey task, @Nullable Integer attempt, LogPosition after) {
      this.request = request;
      this.task = task;
      this.attempt = attempt;
      this.after = after;
    }

    void writeTo(EventStream stream) throws IOException, InterruptedException {
      // Shows the client at once that the stream is open.
      stream.keepAlive();
      followers.follow(task, Followers.FOREVER, () -> isOver(stream), () -> keepAlive(stream));
    }

    /** Sends what is new; no line follows after the end that was read before. */
    private boolean isOver(EventStream stream) throws IOException, InterruptedException {
      if (!request.isStillAdmitted()) {
        return true;
      }
      End end = followers.read(() -> pages.ends(Set.of(task))).get(task);
      boolean over = end == null || end.isFinal(last(attempt));
      Lines lines;
      do {
        LogPosition sent = after;
        lines = followers.read(() -> read(task, sent, attempt, STREAMED_AT_ONCE));
        for (LogEntry entry : lines.entries()) {
          stream.send(Long.toString(entry.id()), "log", entry);
          after = new LogPosition(entry.attempt(), entry.line());
        }
      } while (lines.more());
      return over;
    }

    /** Keeps proxies from closing a quiet stream. */
    private void keepAlive(EventStream stream) throws IOException {
      if (!request.clientIsThere()) {
        throw new IOException("The client disconnected");
      }
      stream.keepAlive();
    }
  }
}
