package dev.edgewise.server.http.submission;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.Wire;
import dev.edgewise.server.input.Cursor;
import dev.edgewise.server.input.JsonText;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the labels of a batch. A key has no colon, because a filter is written {@code key:value}.
 */
final class LabelReader {

  private LabelReader() {}

  /** Reads an object of strings as JSON text; null when there are none. */
  static @Nullable String read(Cursor in) {
    if (!in.object()) {
      return null;
    }
    Map<String, String> labels = new LinkedHashMap<>();
    while (in.nextMember()) {
      String key = in.member();
      int bytes = JsonText.byteLength(key);
      if (key.isEmpty() || key.indexOf(':') >= 0 || JsonText.flaw(key) != null) {
        in.violation("a key must not be empty or contain a colon or U+0000");
      } else if (bytes > Limits.LABEL_KEY_MAX_BYTES) {
        in.violation(
            "a key must be at most %d bytes, not %d".formatted(Limits.LABEL_KEY_MAX_BYTES, bytes));
      }
      labels.put(key, in.requiredText(Limits.LABEL_VALUE_MAX_BYTES));
    }
    if (labels.size() > Limits.LABELS_MAX) {
      in.violation("must be at most %d, not %d".formatted(Limits.LABELS_MAX, labels.size()));
    }
    return labels.isEmpty() ? null : Wire.text(labels);
  }
}
