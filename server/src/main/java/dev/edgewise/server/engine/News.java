package dev.edgewise.server.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * What one server tells the others: a line with its name, a line of flags, and the lanes that got
 * tasks.
 */
record News(Set<String> lanes, boolean anyLane, boolean calls, boolean timers) {

  static final News NONE = new News(Set.of(), false, false, false);
  static final News ANY_LANE = new News(Set.of(), true, false, false);
  static final News CALLS = new News(Set.of(), false, true, false);
  static final News TIMERS = new News(Set.of(), false, false, true);
  static final News ANYTHING = ANY_LANE.and(CALLS).and(TIMERS);

  /** PostgreSQL takes no longer message. */
  private static final int MAX_BYTES = 7_999;

  private static final String BREAK = "\n";

  News {
    // So many do not fit into a message, whatever their names are.
    boolean many = lanes.size() > MAX_BYTES / 2;
    anyLane |= many;
    lanes = many ? Set.of() : Set.copyOf(lanes);
  }

  static News ofLanes(Collection<String> lanes) {
    boolean nameable = lanes.stream().noneMatch(lane -> lane.contains(BREAK));
    return nameable ? new News(Set.copyOf(lanes), false, false, false) : ANY_LANE;
  }

  /** Both together. */
  News and(News other) {
    Set<String> both = new TreeSet<>(lanes);
    both.addAll(other.lanes);
    return new News(both, anyLane || other.anyLane, calls || other.calls, timers || other.timers);
  }

  /** The message; lanes that do not fit into one are not named. */
  String text(String node) {
    String head = node + BREAK + (calls ? "c" : "") + (timers ? "t" : "");
    String text = head + (anyLane ? "a" : "") + BREAK + String.join(BREAK, lanes);
    return text.getBytes(UTF_8).length <= MAX_BYTES ? text : head + "a" + BREAK;
  }

  /** Whether a message is this server's own. */
  static boolean isFrom(String node, String text) {
    return text.startsWith(node + BREAK);
  }

  static News read(String text) {
    String[] lines = text.split(BREAK, -1);
    String flags = lines.length > 1 ? lines[1] : "";
    Set<String> lanes = new TreeSet<>();
    Arrays.stream(lines).skip(2).filter(line -> !line.isEmpty()).forEach(lanes::add);
    return new News(lanes, flags.contains("a"), flags.contains("c"), flags.contains("t"));
  }
}
