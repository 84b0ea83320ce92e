package dev.edgewise.server.store;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.Workspace;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.ObjectMapper;

/** The names of the lanes in which ready tasks queue, and of what a parked task waits for. */
public final class Lane {

  /** Of tasks that no executor takes. */
  public static final String NONE = "none";

  private static final String WORK = "work";
  private static final String HOOK = "hook:";
  private static final String RULE = "rule:";
  private static final String RATE = "rate:";

  /** Longer names do not fit into an index. */
  private static final int BUCKET_MAX_CHARS = 600;

  /** What everything begins with on which items of a bounded spread are parked. */
  public static final String SPREAD = "spread:";

  private static final ObjectMapper JSON = new ObjectMapper();

  /** The same as in the schema's {@code action_host}. */
  private static final Pattern HOST =
      Pattern.compile("^[a-zA-Z]+://(?:[^/?#$]*@)?([^/?#@$]+)(?:[/?#]|\\z)");

  private Lane() {}

  /**
   * Where workers of a workspace find tasks of a kind; only others than the default one are named.
   */
  public static String work(Workspace workspace, String kind) {
    String number = workspace.equals(Workspace.DEFAULT) ? "" : Integer.toString(workspace.number());
    return WORK + number + ":" + kind;
  }

  /** Where the dispatcher finds tasks whose on_start goes to a host. */
  public static String hook(String host) {
    return HOOK + host.toLowerCase(Locale.ROOT);
  }

  /**
   * Where the dispatcher finds a task with this on_start action. The host is empty when an
   * expression names it, or a part of it.
   */
  public static String hookOf(String action) {
    Matcher url = HOST.matcher(JSON.readTree(action).path("params").path("url").asString(""));
    return hook(url.find() ? url.group(1) : "");
  }

  /** Whether the dispatcher serves the lane. */
  public static boolean isHook(String lane) {
    return lane.startsWith(HOOK);
  }

  /** The host that a dispatcher's lane is for. */
  public static String host(String lane) {
    return lane.substring(HOOK.length());
  }

  /** What tasks are parked on that a rule about this kind holds back; the rule's set follows. */
  public static String rulePrefix(Workspace workspace, String kind) {
    return rule(workspace, kind) + "|";
  }

  /** The lock under which claims decide about the rules that count this kind. */
  public static String rule(Workspace workspace, String kind) {
    return RULE + (workspace.equals(Workspace.DEFAULT) ? "" : workspace.number() + ":") + kind;
  }

  /**
   * What tasks are parked on that wait for a token of a rate, which is also the name of the bucket.
   *
   * @param bucket the set that the rule counts and the rate; if they are long, their hash is used
   */
  public static String rate(Workspace workspace, String kind, String bucket) {
    String named = RATE + rule(workspace, kind).substring(RULE.length()) + "|" + bucket;
    return named.length() <= BUCKET_MAX_CHARS
        ? named
        : RATE + "#" + UUID.nameUUIDFromBytes(named.getBytes(StandardCharsets.UTF_8));
  }

  /** What tasks are parked on whose workspace has as many tasks running as it may. */
  public static String runningPrefix(Workspace workspace) {
    return "running:" + workspace.number() + "|";
  }

  /** What the items of a bounded spread are parked on. */
  public static String spreadPrefix(TaskKey item, int spread) {
    return SPREAD + new TaskKey(item.batchId(), spread) + "|";
  }
}
