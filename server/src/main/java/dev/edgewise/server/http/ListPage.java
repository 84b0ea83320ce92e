package dev.edgewise.server.http;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.input.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The parameters by which the lists under /v1 are paged. */
public final class ListPage {
  public static final String LIMIT = "limit";
  public static final String CURSOR = "cursor";

  /** How an error describes a cursor. */
  public static final String CURSOR_FORM = "the next_cursor of an answer";

  private ListPage() {}

  /** Makes the body of an answer from a page of items. */
  @FunctionalInterface
  public interface Body<V> {
    Object of(List<V> items, @Nullable String nextCursor);
  }

  /**
   * The answer with a page of a list.
   *
   * @param rows one more than the limit if there is a next page
   * @param cursor the cursor of the page behind a row
   */
  public static <R, V> Answer answer(
      List<R> rows, int limit, Function<R, V> view, Function<R, String> cursor, Body<V> body) {
    List<R> shown = rows.subList(0, Math.min(limit, rows.size()));
    return Answer.ok(
        body.of(
            shown.stream().map(view).toList(),
            rows.size() <= limit ? null : cursor.apply(shown.getLast())));
  }

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
        CURSOR_FORM,
        text ->
            reading.apply(new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8)));
  }

  /** A position that is a text; throws when PostgreSQL cannot store it. */
  public static String storable(String text) {
    if (JsonText.flaw(text) != null) {
      throw new IllegalArgumentException();
    }
    return text;
  }

  /** The text that a client sends back to get the next page. */
  public static String encode(String position) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(position.getBytes(StandardCharsets.UTF_8));
  }
}
