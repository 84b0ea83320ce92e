package dev.edgewise.server.http;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Scope;
import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.access.Principal;
import dev.edgewise.server.input.JsonText;
import dev.edgewise.server.logging.LogKeys;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * A request with typed parameters and a typed body. Reading an invalid one throws an {@link
 * ApiException}.
 */
public final class Request {

  private static final int UUID_CHARS = 36;

  private final ServerRequest request;
  private final @Nullable Route route;
  private final Map<String, String> pathValues;
  private final @Nullable Inner inner;
  private final BodyLimits bodyLimits;
  private final BodyBudget.Share share;
  private @Nullable BodyInput body;
  private @Nullable Principal principal;
  private BooleanSupplier stillAdmitted = () -> false;

  /** What a request inside of another one has instead of the other's query and body. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Inner(Map<String, String> query, byte[] body) {}

  /**
   * @param route null when no route has the path and method
   */
  Request(
      ServerRequest request,
      @Nullable Route route,
      Map<String, String> pathValues,
      BodyLimits bodyLimits,
      BodyBudget.Share share) {
    this(request, route, pathValues, null, bodyLimits, share);
  }

  private Request(
      ServerRequest request,
      @Nullable Route route,
      Map<String, String> pathValues,
      @Nullable Inner inner,
      BodyLimits bodyLimits,
      BodyBudget.Share share) {
    this.inner = inner;
    this.request = request;
    this.share = share;
    this.route = route;
    this.pathValues = pathValues;
    this.bodyLimits = bodyLimits;
  }

  /** Helidon's request. */
  ServerRequest in() {
    return request;
  }

  @Nullable Route route() {
    return route;
  }

  void admit(@Nullable Principal principal, BooleanSupplier stillAdmitted) {
    this.principal = principal;
    this.stillAdmitted = stillAdmitted;
  }

  /** Whether the sender may still do what it asked for; long requests check this now and then. */
  public boolean isStillAdmitted() {
    return stillAdmitted.getAsBoolean();
  }

  /** The sender; a route that is open to everybody has none. */
  public Principal principal() {
    if (principal == null) {
      throw new IllegalStateException("The route does not say who may use it");
    }
    return principal;
  }

  /** The workspace in which the request acts; nothing outside of it exists for the sender. */
  public Workspace workspace() {
    return principal().workspace();
  }

  /** The workspace and the actor of a change. */
  public Caller caller() {
    return new Caller(workspace(), principal().actor());
  }

  /** Refuses the request with 403 unless its sender has this scope. */
  public void require(Scope scope) {
    if (!principal().has(scope)) {
      throw Gate.missing(List.of(scope));
    }
  }

  /** The task with this public id; empty when it belongs to another workspace. */
  public Optional<TaskKey> task(UUID id) {
    return workspace().owns(id) ? Optional.of(TaskKey.of(id)) : Optional.empty();
  }

  /**
   * A request of the same sender to another route, as a tool of an agent makes it.
   *
   * @param values the variables in the path, encoded
   */
  public Request of(
      Route other, Map<String, String> values, Map<String, String> query, byte[] text) {
    var inner = new Request(request, other, values, new Inner(query, text), bodyLimits, share);
    inner.admit(principal, stillAdmitted);
    return inner;
  }

  /** The decoded value of {@code {name}} in the path, which PostgreSQL can store. */
  public String path(String name) {
    String value = decoded(name);
    String flaw = JsonText.flaw(value);
    if (flaw != null) {
      throw ApiException.invalid(List.of(name + ": " + flaw));
    }
    return value;
  }

  private String decoded(String name) {
    String value = pathValues.get(name);
    if (value == null) {
      throw new IllegalArgumentException("The route has no {" + name + "}");
    }
    return PercentEncoding.decode(value);
  }

  /** The task in the path; from now on, log lines of this request carry its id. */
  public TaskKey task() {
    UUID id = pathId("id", ErrorCode.TASK_NOT_FOUND);
    MDC.put(LogKeys.TASK, id.toString());
    return TaskKey.of(id);
  }

  /** The batch in the path; from now on, log lines of this request carry its id. */
  public UUID batchId() {
    String variable = pathValues.containsKey("batch_id") ? "batch_id" : "id";
    UUID id = pathId(variable, ErrorCode.BATCH_NOT_FOUND);
    MDC.put(LogKeys.BATCH, id.toString());
    return id;
  }

  /**
   * An id in the path. A text that is not a UUID and an id of another workspace are answered like
   * an unknown id.
   */
  private UUID pathId(String name, ErrorCode notFound) {
    UUID id = pathUuid(name);
    if (id == null || !workspace().owns(id)) {
      throw ApiException.of(notFound, "The id " + JsonText.quoted(decoded(name)) + " is unknown.");
    }
    return id;
  }

  /** A UUID in the path; null when the path has another text there. */
  public @Nullable UUID pathUuid(String name) {
    String text = decoded(name);
    try {
      return text.length() == UUID_CHARS ? UUID.fromString(text) : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** A query parameter; an empty one counts as missing. */
  public Optional<String> query(String name) {
    if (route == null || !route.hasQuery(name)) {
      throw new IllegalStateException("The route does not have the parameter " + name);
    }
    return inner == null
        ? request.query().first(name).asOptional().filter(value -> !value.isEmpty())
        : Optional.ofNullable(inner.query().get(name)).filter(value -> !value.isEmpty());
  }

  /**
   * A query parameter that is parsed.
   *
   * @param form the expected form for the error, such as {@code a whole number}
   * @param reading parses the text; throws {@link IllegalArgumentException} when it has another
   *     form
   */
  public <T> Optional<T> query(String name, String form, Function<String, T> reading) {
    return query(name).map(text -> read(name, text, form, reading));
  }

  private static <T> T read(String name, String text, String form, Function<String, T> reading) {
    try {
      return reading.apply(text);
    } catch (IllegalArgumentException | DateTimeException e) {
      throw ApiException.invalid(
          List.of(name + ": must be " + form + ", not " + JsonText.quoted(text)));
    }
  }

  /** All values of a query parameter, in their order. */
  public List<String> queries(String name) {
    Optional<String> first = query(name);
    return inner == null && first.isPresent() ? request.query().all(name) : first.stream().toList();
  }

  /** A text that PostgreSQL can store, so that it can be compared with. */
  public Optional<String> queryText(String name) {
    return query(
        name,
        "a text without unpaired surrogates or U+0000",
        text -> {
          if (JsonText.flaw(text) != null) {
            throw new IllegalArgumentException();
          }
          return text;
        });
  }

  public Optional<Integer> queryInt(String name) {
    return query(name, "a whole number", Integer::valueOf);
  }

  public Optional<Boolean> queryFlag(String name) {
    return query(
        name,
        "true or false",
        text ->
            switch (text) {
              case "true", "1" -> true;
              case "false", "0" -> false;
              default -> throw new IllegalArgumentException();
            });
  }

  public Optional<Instant> queryTime(String name) {
    return query(name, Times.FORM, Times::read);
  }

  public Optional<UUID> queryId(String name) {
    return query(name, "a UUID", UUID::fromString);
  }

  /** A cookie. */
  public Optional<String> cookie(String name) {
    return request.headers().cookies().first(name).asOptional();
  }

  /** The client's address, by which failures are limited. */
  public String address() {
    return ClientAddress.of(request.remotePeer().address());
  }

  /** Whether the request came over TLS. */
  public boolean isSecure() {
    return request.isSecure();
  }

  public Optional<String> header(String name) {
    var header = HeaderNames.create(name);
    return inner == null && request.headers().contains(header)
        ? Optional.of(request.headers().get(header).get())
        : Optional.empty();
  }

  /** A header that is parsed, like {@link #query(String, String, Function)}. */
  public <T> Optional<T> header(String name, String form, Function<String, T> reading) {
    return header(name)
        .filter(text -> !text.isEmpty())
        .map(text -> read(name, text, form, reading));
  }

  /** Whether the client is still connected. The check blocks for up to a millisecond. */
  public boolean clientIsThere() {
    return ClientConnection.current().clientIsThere();
  }

  /** Whether the client asked for Server-Sent Events. */
  public boolean wantsEvents() {
    return header("Accept").filter(accept -> accept.contains(EventStream.MEDIA_TYPE)).isPresent();
  }

  /** Whether there is a body. */
  public boolean hasBody() {
    return inner == null ? request.content().hasEntity() : inner.body().length > 0;
  }

  /** The body as one JSON value of this type. */
  public <T> T body(Class<T> type) {
    return Wire.read(bodyStream(), type);
  }

  /** The body as a JSON array of elements, each with a {@code task_id}. */
  public <T> List<BodyItem<T>> bodyItems(Class<T> item) {
    return bodyItems(item, "task_id", false);
  }

  /**
   * The body as one element or a JSON array of elements.
   *
   * @param idField the field with the id of an element
   */
  public <T> List<BodyItem<T>> bodyItemOrItems(Class<T> item, String idField) {
    return bodyItems(item, idField, true);
  }

  private <T> List<BodyItem<T>> bodyItems(Class<T> item, String idField, boolean mayBeOne) {
    try {
      return BodyItems.read(bodyStream(), item, idField, mayBeOne);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The body as one JSON object with a list of elements, each with a {@code task_id}; the elements
   * are accepted or refused one by one.
   *
   * @param list the list in the value
   * @param field the list's name
   * @param items receives the elements
   */
  public <E, T> E bodyWithItems(
      Class<E> type,
      Function<E, @Nullable List<T>> list,
      String field,
      Class<T> item,
      Consumer<BodyItem<T>> items) {
    try {
      var read = BodyItems.read(bodyStream(), type, list, field, item, "task_id");
      read.items().forEach(items);
      return read.body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The bytes of the body, within its limits. */
  public InputStream bodyStream() {
    if (inner != null) {
      return new ByteArrayInputStream(inner.body());
    }
    if (!request.content().hasEntity()) {
      return InputStream.nullInputStream();
    }
    if (request.headers().contentLength().orElse(0) > bodyLimits.bytes()) {
      throw ApiException.of(ErrorCode.BODY_TOO_LARGE, BodyInput.tooLarge(bodyLimits.bytes()));
    }
    return open();
  }

  private BodyInput open() {
    if (body == null) {
      body =
          new BodyInput(
              request.content().inputStream(), bodyLimits, share, ClientConnection.current());
    }
    return body;
  }

  /** Reads and drops the rest of the body; returns whether its end was reached. */
  boolean discardBody() {
    if (!request.content().hasEntity() || request.content().consumed()) {
      return true;
    }
    share.close();
    return !bodyIsHeldBack() && open().discard();
  }

  /** Whether the client waits for 100 Continue before it sends the body. */
  boolean bodyIsHeldBack() {
    return request.content().hasEntity()
        && !request.content().consumed()
        && !request.continueSent();
  }
}
