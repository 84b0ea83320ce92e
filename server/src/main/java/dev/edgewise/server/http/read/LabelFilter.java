package dev.edgewise.server.http.read;

import dev.edgewise.server.http.Wire;
import dev.edgewise.server.input.JsonText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The filter for the labels of batches: a list of texts {@code key:value}, which all must match.
 */
public final class LabelFilter {
  /** Contained in the labels of no batch, because they are strings. */
  private static final Object NOTHING = List.of();

  private LabelFilter() {}

  /**
   * The labels as a JSON object that the labels of a batch contain; null when there are none.
   *
   * @throws IllegalArgumentException with what is wrong
   */
  public static @Nullable String of(List<String> given) {
    Map<String, Object> labels = new HashMap<>();
    for (String label : given) {
      int colon = label.indexOf(':');
      if (colon < 1 || JsonText.flaw(label) != null) {
        throw new IllegalArgumentException(
            "must be a key and a value such as team:billing, not " + JsonText.quoted(label));
      }
      labels.merge(
          label.substring(0, colon),
          label.substring(colon + 1),
          (one, other) -> one.equals(other) ? one : NOTHING);
    }
    return labels.isEmpty() ? null : Wire.text(labels);
  }
}
