package dev.edgewise.server.http.read;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.EventStream;
import java.util.concurrent.Semaphore;

/** The open streams of events, which are limited. */
final class EventStreams {
  private final int most;
  private final Semaphore free;

  EventStreams(int most) {
    this.most = most;
    this.free = new Semaphore(most);
  }

  /** Prepares what is streamed; throws when the request is refused. */
  @FunctionalInterface
  interface Preparation {
    EventStream.Writing prepare() throws InterruptedException;
  }

  /** Opens a stream; it holds its place until it has ended. */
  Answer open(Preparation preparation) throws InterruptedException {
    if (!free.tryAcquire()) {
      throw ApiException.of(
          ErrorCode.OVERLOADED,
          "All %d event streams are in use (MAX_EVENT_STREAMS). Try again later.".formatted(most));
    }
    boolean begun = false;
    try {
      Answer answer = Answer.events(preparation.prepare(), free::release);
      begun = true;
      return answer;
    } finally {
      if (!begun) {
        free.release();
      }
    }
  }
}
