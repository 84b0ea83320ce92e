package dev.edgewise.server.http;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.server.logging.LogKeys;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ServerConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Leads each request to its route's handler and its answer, or problem, back. */
final class Dispatcher implements io.helidon.webserver.http.Handler {

  private static final Logger log = LoggerFactory.getLogger(Dispatcher.class);
  private static final int RADIX = 36;

  private final RouteTable table;
  private final OpenRequests open;
  private final HttpMetrics metrics;
  private final long maxBodyBytes;
  private final String idPrefix =
      Integer.toString(RandomGenerator.getDefault().nextInt(RADIX * RADIX * RADIX), RADIX) + "-";
  private final AtomicLong requests = new AtomicLong();

  Dispatcher(RouteTable table, OpenRequests open, HttpMetrics metrics, long maxBodyBytes) {
    this.table = table;
    this.open = open;
    this.metrics = metrics;
    this.maxBodyBytes = maxBodyBytes;
  }

  @Override
  public void handle(ServerRequest in, ServerResponse out) {
    String id = idPrefix + Long.toString(requests.incrementAndGet(), RADIX);
    String method = in.prologue().method().text();
    RouteTable.Match match = table.match(in.path().rawPath());
    Route route = route(method, match);
    MDC.put(LogKeys.REQUEST, id);
    HttpMetrics.Call call = metrics.begin(method, route);
    int status = ErrorCode.INTERNAL.status();
    boolean entered = open.enter();
    try {
      var request = new Request(in, match.values(), maxBodyBytes);
      Answer answer =
          route == null
              ? unrouted(method, match.routes())
              : entered || route.whileStopping() ? answer(route, request) : stopping();
      status = answer.status();
      if (status >= 400 && status != ErrorCode.REQUEST_TIMEOUT.status()) {
        request.discardBody();
      }
      AnswerWriter.write(answer.header("X-Request-Id", id), method.equals("HEAD"), out);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CloseConnectionException("The server is stopping", e);
    } catch (IOException | RuntimeException e) {
      throw brokenOff(method + " " + in.path().rawPath(), e);
    } finally {
      if (entered) {
        open.leave();
      }
      call.end(status);
      MDC.clear();
    }
    if (out.headers().containsToken(HeaderValues.CONNECTION_CLOSE)) {
      // Helidon says so to the client and would then leave the closing to it.
      throw new CloseConnectionException("This answer was the last");
    }
  }

  /** A client that has gone is no news; an answer that breaks off by itself is a defect. */
  private static CloseConnectionException brokenOff(String what, Exception e) {
    for (@Nullable Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException || cause instanceof ServerConnectionException) {
        log.debug("The client of {} has gone: {}", what, cause.toString());
        return new CloseConnectionException("The client has gone", e);
      }
    }
    log.error("The answer to {} broke off", what, e);
    return new CloseConnectionException("The answer broke off", e);
  }

  private static @Nullable Route route(String method, RouteTable.Match match) {
    for (Map.Entry<Method, Route> entry : match.routes().entrySet()) {
      String name = entry.getKey().name();
      if (name.equals(method) || (method.equals("HEAD") && name.equals("GET"))) {
        return entry.getValue();
      }
    }
    return null;
  }

  private static Answer answer(Route route, Request request) {
    try {
      return route.handler().handle(request);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return stopping();
    } catch (Exception | StackOverflowError | OutOfMemoryError e) {
      return Problems.answer(e);
    }
  }

  private static Answer stopping() {
    return Problems.answer(
        ApiException.of(
            ErrorCode.SHUTTING_DOWN, "Another server, or this one later, may serve it."));
  }

  private static Answer unrouted(String method, Map<Method, Route> routes) {
    if (routes.isEmpty()) {
      return Problems.answer(
          ApiException.of(ErrorCode.ROUTE_NOT_FOUND, "/api-docs shows which resources there are."));
    }
    String allowed =
        Stream.concat(
                routes.keySet().stream().map(Enum::name),
                routes.containsKey(Method.GET)
                    ? Stream.of("HEAD", "OPTIONS")
                    : Stream.of("OPTIONS"))
            .collect(Collectors.joining(", "));
    Answer answer =
        method.equals("OPTIONS")
            ? Answer.empty(204)
            : Problems.answer(
                ApiException.of(
                    ErrorCode.METHOD_NOT_ALLOWED, "This resource knows " + allowed + "."));
    return answer.header("Allow", allowed);
  }
}
