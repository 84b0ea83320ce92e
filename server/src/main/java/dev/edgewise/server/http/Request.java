package dev.edgewise.server.http;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.server.config.NearestName;
import dev.edgewise.server.input.JsonText;
import dev.edgewise.server.logging.LogKeys;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** A request as handlers see it: typed parameters and a typed body, faults answered with 400. */
public final class Request {

  private static final int UUID_CHARS = 36;

  private final ServerRequest request;
  private final @Nullable Route route;
  private final Map<String, String> pathValues;
  private final BodyLimits bodyLimits;
  private final BodyBudget.Share share;
  private @Nullable BodyInput body;

  /**
   * @param route null when the path or the method has none
   */
  Request(
      ServerRequest request,
      @Nullable Route route,
      Map<String, String> pathValues,
      BodyLimits bodyLimits,
      BodyBudget.Share share) {
    this.request = request;
    this.share = share;
    this.route = route;
    this.pathValues = pathValues;
    this.bodyLimits = bodyLimits;
  }

  /** The request as Helidon has it. */
  ServerRequest in() {
    return request;
  }

  @Nullable Route route() {
    return route;
  }

  /** Refuses query parameters that the route does not have, and those that are given twice. */
  void checkQuery(Route route) {
    if (request.query().isEmpty() || route.has(Route.Trait.ANY_QUERY)) {
      return;
    }
    List<String> problems = new ArrayList<>();
    for (String name : request.query().names()) {
      if (!route.hasQuery(name) && !name.isEmpty()) {
        problems.add(
            JsonText.shortened(name) + ": unknown parameter" + hint(name, route.queryNames()));
      } else if (request.query().all(name).size() > 1) {
        problems.add(name + ": is given more than once");
      }
    }
    if (!problems.isEmpty()) {
      throw ApiException.invalid(problems);
    }
  }

  private static String hint(String name, List<String> known) {
    if (known.isEmpty()) {
      return "; this resource has none";
    }
    String nearest = NearestName.hint(name, known);
    return nearest.isEmpty() ? "; known are " + String.join(", ", known) : nearest;
  }

  /**
   * What stood in the path in place of {@code {name}}, decoded; one that PostgreSQL cannot keep is
   * refused.
   */
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

  /** The task that the path names by {@code {id}}; log lines carry it from here on. */
  public UUID taskId() {
    UUID id = pathId("id", ErrorCode.TASK_NOT_FOUND);
    MDC.put(LogKeys.TASK, id.toString());
    return id;
  }

  /**
   * The batch that the path names by {@code {id}} or {@code {batch_id}}; log lines carry it from
   * here on.
   */
  public UUID batchId() {
    String variable = pathValues.containsKey("batch_id") ? "batch_id" : "id";
    UUID id = pathId(variable, ErrorCode.BATCH_NOT_FOUND);
    MDC.put(LogKeys.BATCH, id.toString());
    return id;
  }

  /** An id in the path; anything that is no UUID cannot exist. */
  public UUID pathId(String name, ErrorCode notFound) {
    String text = decoded(name);
    try {
      if (text.length() == UUID_CHARS) {
        return UUID.fromString(text);
      }
    } catch (IllegalArgumentException e) {
      // Falls through: a malformed id names nothing.
    }
    throw ApiException.of(notFound, "There is none with the id " + JsonText.quoted(text) + ".");
  }

  /** A query parameter; an empty one counts as missing. */
  public Optional<String> query(String name) {
    if (route == null || !route.hasQuery(name)) {
      throw new IllegalStateException("The route does not have the parameter " + name);
    }
    return request.query().first(name).asOptional().filter(value -> !value.isEmpty());
  }

  /**
   * A query parameter that has a form.
   *
   * @param form what it must be, such as {@code a whole number}
   * @param reading throws {@link IllegalArgumentException} for what is not of that form
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

  public Optional<String> header(String name) {
    var header = HeaderNames.create(name);
    return request.headers().contains(header)
        ? Optional.of(request.headers().get(header).get())
        : Optional.empty();
  }

  /** A header that has a form, like {@link #query(String, String, Function)}. */
  public <T> Optional<T> header(String name, String form, Function<String, T> reading) {
    return header(name)
        .filter(text -> !text.isEmpty())
        .map(text -> read(name, text, form, reading));
  }

  /** Whether the client has not hung up; asking takes a millisecond. */
  public boolean clientIsThere() {
    ClientConnection connection = ClientConnection.current();
    return connection == null || connection.clientIsThere();
  }

  /** Whether the client asked for Server-Sent Events. */
  public boolean wantsEvents() {
    return header("Accept").filter(accept -> accept.contains(EventStream.MEDIA_TYPE)).isPresent();
  }

  /** Whether there is a body. */
  public boolean hasBody() {
    return request.content().hasEntity();
  }

  /** The body as one JSON value of this type. */
  public <T> T body(Class<T> type) {
    return Wire.read(bodyStream(), type);
  }

  /** The body as a JSON array of these, each about a task. */
  public <T> List<BodyItem<T>> bodyItems(Class<T> item) {
    return bodyItems(item, "task_id", false);
  }

  /**
   * The body as one of these or a JSON array of them.
   *
   * @param idField the field that names each
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
   * The body as one JSON value with a list of elements, each about a task, of which a faulty one
   * spoils no other.
   *
   * @param list the list in the value
   * @param field the list's name
   * @param items gets the elements
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

  /** The body's bytes, bounded by the body limit. */
  public InputStream bodyStream() {
    if (!request.content().hasEntity()) {
      return InputStream.nullInputStream();
    }
    request.headers().contentLength().ifPresent(this::checkLength);
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

  /** Reads and forgets what is left of the body; returns whether nothing is left. */
  boolean discardBody() {
    if (!request.content().hasEntity() || request.content().consumed()) {
      return true;
    }
    share.close();
    return !bodyIsHeldBack() && open().discard();
  }

  /** Whether the client holds its body back until it sees 100 Continue. */
  boolean bodyIsHeldBack() {
    return request.content().hasEntity()
        && !request.content().consumed()
        && !request.continueSent();
  }

  private void checkLength(long length) {
    if (length > bodyLimits.bytes()) {
      throw ApiException.of(ErrorCode.BODY_TOO_LARGE, BodyInput.tooLarge(bodyLimits.bytes()));
    }
  }
}
