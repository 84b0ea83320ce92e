package dev.edgewise.sdk;

import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscribers;
import java.time.Duration;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Reads a stream of Server-Sent Events line by line, with back-pressure. */
final class EventLines implements Flow.Subscriber<String>, AutoCloseable {

  /** The server sends at least a keep-alive every ten seconds. */
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(35);

  private static final int OK = 200;
  private static final String DATA = "data:";
  private static final String END = "\0";

  private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private volatile Flow.@Nullable Subscription subscription;

  BodyHandler<@Nullable Void> reading() {
    return answer -> {
      // An error body is not a stream of events; the request that waits for the batch's end reports
      // the error.
      return answer.statusCode() == OK
          ? BodySubscribers.fromLineSubscriber(this)
          : BodySubscribers.replacing(null);
    };
  }

  /** The data of the next event; null when the stream has ended or sent nothing for too long. */
  @Nullable String next() throws InterruptedException {
    StringBuilder data = new StringBuilder();
    while (true) {
      String line = lines.poll(LONGEST_SILENCE.toMillis(), TimeUnit.MILLISECONDS);
      if (line == null || line.equals(END)) {
        return null;
      }
      request();
      if (line.isEmpty() && !data.isEmpty()) {
        return data.toString();
      }
      if (line.startsWith(DATA)) {
        data.append(data.isEmpty() ? "" : "\n").append(line.substring(DATA.length()).strip());
      }
    }
  }

  private void request() {
    Flow.Subscription open = subscription;
    if (open != null) {
      open.request(1);
    }
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    given.request(1);
  }

  @Override
  public void onNext(String line) {
    lines.add(line);
  }

  @Override
  public void onError(Throwable throwable) {
    lines.add(END);
  }

  @Override
  public void onComplete() {
    lines.add(END);
  }

  /** Ends the stream for the reader. */
  void end() {
    Flow.Subscription open = subscription;
    if (open != null) {
      open.cancel();
    }
    lines.add(END);
  }

  @Override
  public void close() {
    end();
  }
}
