package dev.edgewise.server.http.read;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Times;
import dev.edgewise.server.store.read.BatchFilter.Position;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.UUID;

/** Encodes positions in lists as opaque texts that clients send back to get the next page. */
final class Cursors {
  static final String NAME = "cursor";
  static final String FORM = "a value of X-Next-Cursor";

  private Cursors() {}

  static String of(TaskKey task) {
    UUID id = task.publicId();
    return text(id.getMostSignificantBits(), id.getLeastSignificantBits());
  }

  static TaskKey task(String text) {
    ByteBuffer numbers = numbers(text, 2);
    return TaskKey.of(new UUID(numbers.getLong(), numbers.getLong()));
  }

  static String of(Position position) {
    UUID id = position.batchId();
    return text(
        ChronoUnit.MICROS.between(Instant.EPOCH, position.createdAt()),
        id.getMostSignificantBits(),
        id.getLeastSignificantBits());
  }

  static Position batch(String text) {
    ByteBuffer numbers = numbers(text, 3);
    Instant createdAt = Times.checked(Instant.EPOCH.plus(numbers.getLong(), ChronoUnit.MICROS));
    return new Position(createdAt, new UUID(numbers.getLong(), numbers.getLong()));
  }

  private static String text(long... numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Long.BYTES);
    for (long number : numbers) {
      bytes.putLong(number);
    }
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
  }

  private static ByteBuffer numbers(String text, int count) {
    byte[] bytes = Base64.getUrlDecoder().decode(text);
    if (bytes.length != count * Long.BYTES) {
      throw new IllegalArgumentException();
    }
    return ByteBuffer.wrap(bytes);
  }

  /**
   * Adds the next cursor to an answer.
   *
   * @param filters the parameters that the next request repeats
   */
  static Answer next(
      Answer answer, Request request, String path, List<String> filters, String cursor) {
    StringBuilder link = new StringBuilder(path).append('?');
    for (String filter : filters) {
      request
          .queries(filter)
          .forEach(value -> link.append(filter).append('=').append(encoded(value)).append('&'));
    }
    link.append(NAME).append('=').append(encoded(cursor));
    return answer.header("X-Next-Cursor", cursor).header("Link", "<" + link + ">; rel=\"next\"");
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }
}
