package dev.edgewise.server.http.event;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads the creation time from event ids, which are ULIDs or UUIDs of version 7. */
final class EventIds {
  private static final String ULID_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final int ULID_CHARS = 26;
  private static final int ULID_TIME_CHARS = 10;
  private static final int ULID_MAX_FIRST = 7;
  private static final int UUID_TIME_SHIFT = 16;
  private static final int UUID_VARIANT = 2;
  private static final int UUID_VERSION = 7;

  private EventIds() {}

  /** When the id was created, by the sender's clock; null if it has neither form. */
  static @Nullable Instant time(String id) {
    Long millis = id.length() == ULID_CHARS ? ulidMillis(id) : uuidMillis(id);
    return millis == null ? null : Instant.ofEpochMilli(millis);
  }

  private static @Nullable Long ulidMillis(String id) {
    long millis = 0;
    for (int i = 0; i < ULID_CHARS; i++) {
      char c = id.charAt(i);
      boolean lower = c >= 'a' && c <= 'z';
      int digit = ULID_DIGITS.indexOf(lower ? c - 'a' + 'A' : c);
      if (digit < 0 || (i == 0 && digit > ULID_MAX_FIRST)) {
        return null;
      }
      if (i < ULID_TIME_CHARS) {
        millis = millis * ULID_DIGITS.length() + digit;
      }
    }
    return millis;
  }

  private static @Nullable Long uuidMillis(String id) {
    UUID uuid = uuid(id);
    return uuid != null && uuid.version() == UUID_VERSION && uuid.variant() == UUID_VARIANT
        ? uuid.getMostSignificantBits() >>> UUID_TIME_SHIFT
        : null;
  }

  /** Parses a UUID; null if the text is not a UUID in its full form. */
  static @Nullable UUID uuid(String text) {
    try {
      UUID uuid = UUID.fromString(text);
      return uuid.toString().equalsIgnoreCase(text) ? uuid : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
