package dev.edgewise.server.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * A message from one server to the others: a line with the server's name, a line of flags, and the
 * lanes that got tasks.
 *
 * @param access whether keys, sessions or workspaces have changed; the transaction that changes
 *     them sends this itself, also from the command line
 */
record NodeMessage(
    Set<String> lanes, boolean anyLane, boolean calls, boolean timers, boolean access) {

  static final NodeMessage NONE = new NodeMessage(Set.of(), false, false, false, false);
  static final NodeMessage ANY_LANE = new NodeMessage(Set.of(), true, false, false, false);
  static final NodeMessage CALLS = new NodeMessage(Set.of(), false, true, false, false);
  static final NodeMessage TIMERS = new NodeMessage(Set.of(), false, false, true, false);
  static final NodeMessage ANYTHING = ANY_LANE.and(CALLS).and(TIMERS);

  /** The longest payload of NOTIFY. */
  private static final int MAX_BYTES = 7_999;

  private static final String BREAK = "\n";

  NodeMessage {
    // This many lanes never fit into a message.
    boolean many = lanes.size() > MAX_BYTES / 2;
    anyLane |= many;
    lanes = many ? Set.of() : Set.copyOf(lanes);
  }

  static NodeMessage ofLanes(Collection<String> lanes) {
    boolean nameable = lanes.stream().noneMatch(lane -> lane.contains(BREAK));
    return nameable ? new NodeMessage(Set.copyOf(lanes), false, false, false, false) : ANY_LANE;
  }

  /** Returns a message that carries both. */
  NodeMessage and(NodeMessage other) {
    Set<String> both = new TreeSet<>(lanes);
    both.addAll(other.lanes);
    return new NodeMessage(
        both,
        anyLane || other.anyLane,
        calls || other.calls,
        timers || other.timers,
        access || other.access);
  }

  /** Returns the payload. If the lanes do not fit, it says "any lane" instead of naming them. */
  String text(String node) {
    String head = node + BREAK + (calls ? "c" : "") + (timers ? "t" : "") + (access ? "k" : "");
    String text = head + (anyLane ? "a" : "") + BREAK + String.join(BREAK, lanes);
    return text.getBytes(UTF_8).length <= MAX_BYTES ? text : head + "a" + BREAK;
  }

  /** Whether a payload was sent by the given server. */
  static boolean isFrom(String node, String text) {
    return text.startsWith(node + BREAK);
  }

  static NodeMessage read(String text) {
    String[] lines = text.split(BREAK, -1);
    String flags = lines.length > 1 ? lines[1] : "";
    Set<String> lanes = new TreeSet<>();
    Arrays.stream(lines).skip(2).filter(line -> !line.isEmpty()).forEach(lanes::add);
    return new NodeMessage(
        lanes, flags.contains("a"), flags.contains("c"), flags.contains("t"), flags.contains("k"));
  }
}
