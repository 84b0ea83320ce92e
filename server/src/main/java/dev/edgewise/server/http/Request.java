package dev.edgewise.server.http;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.server.logging.LogKeys;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.slf4j.MDC;

/** A request as handlers see it: typed parameters and a typed body, faults answered with 400. */
public final class Request {

  private static final int UUID_CHARS = 36;

  private final ServerRequest request;
  private final Map<String, String> pathValues;
  private final long maxBodyBytes;

  Request(ServerRequest request, Map<String, String> pathValues, long maxBodyBytes) {
    this.request = request;
    this.pathValues = pathValues;
    this.maxBodyBytes = maxBodyBytes;
  }

  /** What stood in the path in place of {@code {name}}, decoded. */
  public String path(String name) {
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
    String text = path(name);
    try {
      if (text.length() == UUID_CHARS) {
        return UUID.fromString(text);
      }
    } catch (IllegalArgumentException e) {
      // Falls through: a malformed id names nothing.
    }
    throw ApiException.of(notFound, "There is none with the id " + Problems.quoted(text) + ".");
  }

  /** A query parameter; an empty one counts as missing. */
  public Optional<String> query(String name) {
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
          List.of(name + ": must be " + form + ", not " + Problems.quoted(text)));
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
    return query(name, "an RFC 3339 time", text -> OffsetDateTime.parse(text).toInstant());
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
    return ClientConnections.clientIsThere();
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

  /** The body's bytes, bounded by the body limit. */
  public InputStream bodyStream() {
    if (!request.content().hasEntity()) {
      return InputStream.nullInputStream();
    }
    request.headers().contentLength().ifPresent(this::checkLength);
    return new BodyInput(request.content().inputStream(), maxBodyBytes);
  }

  /**
   * Reads what is left of the body: a client that is still sending would not see the answer if the
   * connection ended under it.
   */
  void discardBody() {
    try {
      if (request.continueSent() && !request.content().consumed()) {
        request.content().consume();
      }
    } catch (RuntimeException e) {
      // The client is gone or goes on for too long; the answer is sent all the same.
    }
  }

  private void checkLength(long length) {
    if (length > maxBodyBytes) {
      throw BodyInput.tooLarge(maxBodyBytes);
    }
  }
}
