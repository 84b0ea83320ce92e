package dev.edgewise.server.store.schedule;

import java.util.Locale;

/** What happens to a tick while the run before has not ended. */
public enum Overlap {
  /** It is left out. */
  SKIP,
  /** It is started when the run before has ended. */
  QUEUE,
  /** It is started all the same. */
  ALLOW;

  String columnName() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Overlap ofColumn(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
