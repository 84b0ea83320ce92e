package dev.edgewise.server.http;

import dev.edgewise.server.config.Limits;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Function;

/** The parameters by which the lists under /v1 are paged. */
public final class ListPage {
  public static final String LIMIT = "limit";
  public static final String CURSOR = "cursor";

  private ListPage() {}

  /** The most items that the client wants on a page. */
  public static int limit(Request request) {
    return request
        .query(
            LIMIT,
            "a whole number from 1 to " + Limits.LIST_MAX_ITEMS,
            text -> {
              int limit = Integer.parseInt(text);
              if (limit < 1 || limit > Limits.LIST_MAX_ITEMS) {
                throw new IllegalArgumentException();
              }
              return limit;
            })
        .orElse(Limits.LIST_DEFAULT_ITEMS);
  }

  /** The position behind which the page begins; empty on the first page. */
  public static <T> Optional<T> cursor(Request request, Function<String, T> reading) {
    return request.query(
        CURSOR,
        "the next_cursor of an answer",
        text ->
            reading.apply(new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8)));
  }

  /** The text that a client sends back to get the next page. */
  public static String encode(String position) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(position.getBytes(StandardCharsets.UTF_8));
  }
}
