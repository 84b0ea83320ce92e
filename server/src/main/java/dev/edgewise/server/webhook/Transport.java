package dev.edgewise.server.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.server.life.ProcessEnd;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HeaderElement;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.message.MessageSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends requests and waits for the responses, on the calling thread. It sends each request exactly
 * once and unchanged: it adds no headers, repeats nothing, follows no redirects and decompresses
 * nothing.
 */
final class Transport implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Transport.class);

  /** Holds the largest result and the JSON around it. */
  private static final int BODY_MAX_BYTES = 1024 * 1024 + 64 * 1024;

  /**
   * The interval at which deadlines are checked, hence the longest time by which a call can exceed
   * its timeout.
   */
  private static final Duration TICK = Duration.ofMillis(100);

  private final Duration timeout;
  private final String timedOut;
  private final Connections connections;
  private final InstantSource clock;
  private final Set<Deadline> open = ConcurrentHashMap.newKeySet();
  private final CountDownLatch closed = new CountDownLatch(1);

  /**
   * @param timeout how long a call may take, from the name checkDeadlines-up to the end of the
   *     response
   */
  Transport(Duration timeout, Connections connections, InstantSource clock) {
    this.timeout = timeout;
    this.timedOut = "no answer within " + timeout.toSeconds() + " s";
    this.connections = connections;
    this.clock = clock;
    Thread.ofPlatform().daemon().name("webhook-watch").start(this::watchDeadlines);
  }

  /** Checks all open calls periodically, which is cheaper than one timer for each. */
  private void watchDeadlines() {
    try {
      while (!closed.await(TICK.toMillis(), TimeUnit.MILLISECONDS)) {
        checkDeadlines();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void checkDeadlines() {
    try {
      long now = System.nanoTime();
      open.forEach(deadline -> deadline.check(now));
      connections.sweep();
    } catch (RuntimeException | Error e) {
      ProcessEnd.endIfFatal(e);
      log.error("Checking the deadlines of open calls failed; the next check follows", e);
    }
  }

  /** Sends a request and waits for the response, up to the timeout. */
  CallReply send(Requests.Prepared call) throws InterruptedException {
    Deadline deadline = new Deadline(timeout, timedOut);
    open.add(deadline);
    try {
      if (closed.getCount() == 0) {
        deadline.end(TransportFailures.STOPPING);
      }
      return exchange(call, deadline);
    } catch (IOException | HttpException e) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      return new CallReply.Unanswered(
          deadline.reason().orElseGet(() -> call.redaction().text(TransportFailures.describe(e))));
    } finally {
      open.remove(deadline);
    }
  }

  private CallReply exchange(Requests.Prepared call, Deadline deadline)
      throws IOException, HttpException {
    ClassicHttpRequest request = call.request();
    Target target = call.target();
    Connection connection = connections.take(target, deadline);
    boolean kept = false;
    try {
      boolean sent = connection.send(request);
      ClassicHttpResponse response = connection.receive(request);
      CallReply.Answered reply = read(response, call.redaction());
      boolean reusable = sent && reply.whole() && connection.reusable(request, response);
      if (reusable && deadline.finish()) {
        connections.keep(target, connection, idle(response));
        kept = true;
      }
      return reply;
    } finally {
      if (!kept) {
        connection.drop();
      }
    }
  }

  private CallReply.Answered read(ClassicHttpResponse response, Redaction redaction)
      throws IOException {
    HttpEntity entity = response.getEntity();
    byte[] body = {};
    boolean whole = true;
    if (entity != null) {
      var content = entity.getContent();
      long announced = entity.getContentLength();
      body =
          content.readNBytes(
              (int) Math.min(announced < 0 ? Long.MAX_VALUE : announced, BODY_MAX_BYTES));
      whole = announced < 0 ? content.read() < 0 : announced <= BODY_MAX_BYTES;
    }
    return new CallReply.Answered(
        response.getCode(),
        redaction.body(new String(body, UTF_8)),
        whole,
        Optional.ofNullable(response.getFirstHeader(HttpHeaders.RETRY_AFTER))
            .map(Header::getValue)
            .flatMap(text -> RetryAfter.read(text, clock.instant()))
            .orElse(null));
  }

  /** Returns how long the connection may stay idle. */
  private static Duration idle(ClassicHttpResponse response) {
    Iterator<HeaderElement> elements = MessageSupport.iterate(response, HttpHeaders.KEEP_ALIVE);
    while (elements.hasNext()) {
      HeaderElement element = elements.next();
      String seconds = element.getValue();
      if (element.getName().equalsIgnoreCase("timeout") && seconds != null) {
        return RetryAfter.seconds(seconds)
            .filter(promised -> promised.compareTo(Connections.IDLE_MAX) < 0)
            .orElse(Connections.IDLE_MAX);
      }
    }
    return Connections.IDLE_MAX;
  }

  /** Aborts the open calls. */
  @Override
  public void close() {
    closed.countDown();
    open.forEach(deadline -> deadline.end(TransportFailures.STOPPING));
    connections.close();
  }
}
