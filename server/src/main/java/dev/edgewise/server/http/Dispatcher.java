package dev.edgewise.server.http;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.server.config.Settings;
import dev.edgewise.server.database.Outage;
import dev.edgewise.server.life.OverloadedException;
import dev.edgewise.server.life.ProcessEnd;
import dev.edgewise.server.logging.LogKeys;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ServerConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Passes each request to the handler of its route and sends the handler's answer, or a problem
 * document.
 */
final class Dispatcher implements io.helidon.webserver.http.Handler {

  private static final Logger log = LoggerFactory.getLogger(Dispatcher.class);
  private static final int RADIX = 36;
  private static final String EVERY_METHOD =
      Stream.concat(Arrays.stream(Method.values()).map(Enum::name), Stream.of("HEAD", "OPTIONS"))
          .collect(Collectors.joining(", "));

  private final RouteTable table;
  private final OpenRequests open;
  private final HttpMetrics metrics;
  private final RequestGuard guard;
  private final Gate gate;
  private final BodyBudget bodies;
  private final BodyLimits bodyLimits;
  private final String idPrefix =
      Integer.toString(RandomGenerator.getDefault().nextInt(RADIX * RADIX * RADIX), RADIX) + "-";
  private final AtomicLong requests = new AtomicLong();

  Dispatcher(
      RouteTable table, OpenRequests open, HttpMetrics metrics, Settings.Http settings, Gate gate) {
    this.table = table;
    this.open = open;
    this.metrics = metrics;
    this.guard = new RequestGuard(settings);
    this.gate = gate;
    this.bodies = new BodyBudget(Runtime.getRuntime().maxMemory());
    this.bodyLimits =
        new BodyLimits(
            Math.min(settings.maxBodyBytes(), bodies.largestBody()), settings.idleTimeout());
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
    ClientConnection connection = ClientConnection.current();
    connection.reader().requestArrived();
    BodyBudget.Share share = bodies.share();
    var request = new Request(in, route, match.values(), bodyLimits, share);
    boolean endsWithConnection;
    try {
      Answer answer = answer(request, connection, entered, match);
      status = answer.status();
      Map<String, String> common = new HashMap<>(Map.of("X-Request-Id", id));
      if (connection.reader().http10() || endsConnection(status, request, connection)) {
        common.put("Connection", "close");
      }
      var writer = new AnswerWriter(out, common, form(method, request), connection);
      try {
        status = write(answer, writer);
      } catch (IOException | RuntimeException | Error e) {
        if (writer.endsWithConnection()) {
          connection.reset();
        }
        throw e;
      } finally {
        answer.end();
      }
      endsWithConnection = writer.endsWithConnection();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CloseConnectionException("The server is stopping", e);
    } catch (IOException | RuntimeException | Error e) {
      ProcessEnd.endIfFatal(e);
      throw brokenOff(method + " " + shownPath(in, route), e);
    } finally {
      share.close();
      if (entered) {
        open.leave();
      }
      call.end(status);
      MDC.clear();
    }
    boolean unread = refuses(status) && !request.discardBody();
    if (endsWithConnection || unread) {
      throw new CloseConnectionException("The connection ends with this answer");
    }
    if (out.headers().containsToken(HeaderValues.CONNECTION_CLOSE)) {
      // Helidon sends the header but would leave it to the client to close the connection.
      connection.reader().end();
    }
  }

  /** The path as logs may show it. */
  private static String shownPath(ServerRequest in, @Nullable Route route) {
    return route != null && route.has(Route.Trait.SECRET_PATH) ? route.path() : in.path().rawPath();
  }

  /** Whether the rest of the body is read and dropped; not when the client was too slow. */
  private static boolean refuses(int status) {
    return status >= 400 && status != ErrorCode.REQUEST_TIMEOUT.status();
  }

  /**
   * Whether the connection must be closed because the rest of the body would be read as the next
   * request.
   */
  private static boolean endsConnection(int status, Request request, ClientConnection connection) {
    return status == ErrorCode.REQUEST_TIMEOUT.status()
        || connection.reader().malformed()
        || (refuses(status) && request.bodyIsHeldBack());
  }

  private static AnswerWriter.Form form(String method, Request request) {
    if (method.equals("HEAD")) {
      return AnswerWriter.Form.HEAD_ONLY;
    }
    return request.header("Accept-Encoding").filter(Encodings::wantsGzip).isPresent()
        ? AnswerWriter.Form.GZIP
        : AnswerWriter.Form.PLAIN;
  }

  /**
   * Writes an answer, or, when it fails before any of it has left, the problem in its place;
   * returns the status that was sent.
   */
  private static int write(Answer answer, AnswerWriter writer)
      throws IOException, InterruptedException {
    try {
      writer.write(answer);
      return answer.status();
    } catch (RuntimeException | Error e) {
      if (writer.begun()) {
        throw e;
      }
      ProcessEnd.endIfFatal(e);
      Answer problem = Problems.unwritten(e);
      writer.write(problem);
      return problem.status();
    }
  }

  /**
   * A client that has gone is no news, and neither is an outage of the database or a stream that
   * other readers end; an answer that breaks off by itself is a defect.
   */
  private static CloseConnectionException brokenOff(String what, Throwable e) {
    if (Outage.caused(e)) {
      log.warn("The answer to {} broke off because the database cannot be reached", what);
      return new CloseConnectionException("The database has gone", e);
    }
    for (@Nullable Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException || cause instanceof ServerConnectionException) {
        log.debug("The client of {} disconnected: {}", what, cause.toString());
        return new CloseConnectionException("The client disconnected", e);
      }
    }
    if (e instanceof OverloadedException) {
      log.warn("The answer to {} broke off: {}", what, e.getMessage());
    } else {
      log.error("The answer to {} was cut off", what, e);
    }
    return new CloseConnectionException("The answer was cut off", e);
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

  private Answer answer(
      Request request, ClientConnection connection, boolean entered, RouteTable.Match match) {
    Route route = request.route();
    try {
      guard.check(request.in(), route, connection);
      checkCertificate(route, connection);
      if (route == null) {
        return unrouted(request.in(), match.routes());
      }
      if (!entered && !route.has(Route.Trait.WHILE_STOPPING)) {
        return stopping();
      }
      request.admit(gate.admit(request, route), () -> gate.stillAdmits(request, route));
      QueryCheck.check(request.in().query(), route);
      return route.handler().handle(request);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return stopping();
    } catch (Exception | Error e) {
      ProcessEnd.endIfFatal(e);
      return Problems.answer(e);
    }
  }

  private static void checkCertificate(@Nullable Route route, ClientConnection connection) {
    if (connection.lacksCertificate()
        && (route == null || !route.has(Route.Trait.WITHOUT_CERTIFICATE))) {
      throw ApiException.of(
          ErrorCode.CLIENT_CERTIFICATE_REQUIRED,
          "Connect with a certificate of an authority in TLS_CLIENT_CA_FILE.");
    }
  }

  private static Answer stopping() {
    return Problems.answer(
        ApiException.of(
            ErrorCode.SHUTTING_DOWN, "Send the request to another server, or try again later."));
  }

  private static Answer unrouted(ServerRequest in, Map<Method, Route> routes) {
    String method = in.prologue().method().text();
    if (method.equals("OPTIONS") && in.path().rawPath().equals("*")) {
      return Answer.empty(204).header("Allow", EVERY_METHOD);
    }
    if (routes.isEmpty()) {
      return Problems.answer(
          ApiException.of(ErrorCode.ROUTE_NOT_FOUND, "/api-docs lists the resources."));
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
                    ErrorCode.METHOD_NOT_ALLOWED, "This resource supports " + allowed + "."));
    return answer.header("Allow", allowed);
  }
}
