package dev.edgewise.server.store.log;

import java.util.ArrayList;
import java.util.List;

/**
 * The lines of one request that a row keeps.
 *
 * @param dropped how many lines of the request it does not keep
 * @param lines how many it has, with the one that says that lines were dropped
 * @param content a JSON array
 */
record LogRow(int dropped, int lines, int bytes, long totalBytes, boolean cutOff, String content) {

  /**
   * Takes the first lines that fit.
   *
   * @param logged how many bytes the attempt has logged before
   * @param most how many bytes it may log; the line that says that it has logged more comes on top
   */
  static LogRow of(List<LogLine> given, long logged, long most) {
    List<String> texts = new ArrayList<>(given.size());
    int bytes = 0;
    for (LogLine line : given) {
      if (logged + bytes + line.bytes() > most) {
        String notice = notice(most);
        int dropped = given.size() - texts.size();
        texts.add(notice);
        return row(texts, bytes + notice.length(), logged, dropped);
      }
      texts.add(line.json());
      bytes += line.bytes();
    }
    return row(texts, bytes, logged, 0);
  }

  private static LogRow row(List<String> texts, int bytes, long logged, int dropped) {
    return new LogRow(
        dropped,
        texts.size(),
        bytes,
        logged + bytes,
        dropped > 0,
        "[" + String.join(",", texts) + "]");
  }

  private static String notice(long most) {
    return """
    {"level":"warn","message":"The log of this attempt has reached %d bytes \
    (LOG_MAX_BYTES_PER_ATTEMPT). Later lines are dropped."}\
    """
        .formatted(most);
  }
}
