package dev.edgewise.server.input;

import dev.edgewise.api.Action;
import dev.edgewise.api.ActionKind;
import dev.edgewise.api.Json;
import dev.edgewise.api.Verb;
import dev.edgewise.api.Webhook;
import dev.edgewise.server.config.HeaderLimits;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.config.Secret;
import dev.edgewise.server.expression.ExpressionException;
import dev.edgewise.server.expression.Template;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads actions: those of a submitted task, and the cancel action in a webhook receiver's response.
 */
public final class ActionReader {

  private static final List<String> ACTION_MEMBERS = List.of("kind", "params");
  private static final List<String> PARAMS_MEMBERS = List.of("url", "verb", "body", "headers");
  private static final Map<String, ActionKind> KINDS =
      Cursor.spellings(ActionKind.values(), ActionKind::wireName);
  private static final Map<String, Verb> VERBS = Cursor.spellings(Verb.values(), Verb::wireName);

  private static final Pattern AUTHORITY_EXPRESSION =
      Pattern.compile("^(?:[a-z]+://)?[^/?#]*\\$\\{.*", Pattern.CASE_INSENSITIVE);
  private static final int FLAWS_KEPT = 1000;

  private final Cursor in;
  private final Function<String, @Nullable String> urlRule;
  private final boolean literal;

  /**
   * Problems by URL, empty when there is none: the tasks of a batch mostly call the same few URLs.
   */
  private final Map<String, String> flaws = new HashMap<>();

  /**
   * @param urlRule returns why a URL must not be called; null when it may be
   */
  public ActionReader(Cursor in, Function<String, @Nullable String> urlRule) {
    this(in, urlRule, false);
  }

  private ActionReader(Cursor in, Function<String, @Nullable String> urlRule, boolean literal) {
    this.in = in;
    this.urlRule = urlRule;
    this.literal = literal;
  }

  /** Reads one action and returns the JSON that is stored. */
  public @Nullable String one() {
    return in.isNull() ? null : StoredJson.action(action());
  }

  /**
   * Reads the action in a receiver's response and returns the JSON that is stored. Its texts are
   * literal: as expressions, they would let the receiver read data of the batch.
   */
  public static String learned(Cursor in, Function<String, @Nullable String> urlRule) {
    return StoredJson.learned(new ActionReader(in, urlRule, true).action());
  }

  /** Reads a list of actions and returns the JSON that is stored; null when the list is empty. */
  public @Nullable String list() {
    if (!in.array()) {
      return null;
    }
    List<Action> actions = new ArrayList<>(2);
    while (in.nextItem()) {
      actions.add(action());
    }
    if (actions.size() > Limits.ACTIONS_PER_TRIGGER_MAX) {
      in.violation("must be at most " + Limits.ACTIONS_PER_TRIGGER_MAX);
    }
    return actions.isEmpty() ? null : StoredJson.actions(actions);
  }

  private Action action() {
    ActionKind kind = null;
    Webhook params = null;
    if (!in.requiredObject()) {
      return new Action(ActionKind.WEBHOOK, new Webhook("", Verb.POST, null, null));
    }
    while (in.nextMember()) {
      switch (in.member()) {
        case "kind" -> kind = in.oneOf(KINDS);
        case "params" -> params = params();
        default -> in.unknown(ACTION_MEMBERS);
      }
    }
    in.require("kind", kind);
    in.require("params", params);
    return new Action(
        ActionKind.WEBHOOK, params == null ? new Webhook("", Verb.POST, null, null) : params);
  }

  private @Nullable Webhook params() {
    String url = null;
    Verb verb = null;
    String body = null;
    Map<String, String> headers = null;
    if (!in.object()) {
      return null;
    }
    while (in.nextMember()) {
      switch (in.member()) {
        case "url" -> url = url();
        case "verb" -> verb = in.oneOf(VERBS, ActionReader::verb);
        case "body" -> body = in.json(Integer.MAX_VALUE);
        case "headers" -> headers = headers();
        default -> in.unknown(PARAMS_MEMBERS);
      }
    }
    in.require("url", url);
    in.require("verb", verb);
    return new Webhook(
        url == null ? "" : url,
        verb == null ? Verb.POST : verb,
        body == null ? null : new Json(body),
        headers);
  }

  /** Finds a verb whatever its case, such as {@code POST}. */
  private static @Nullable Verb verb(String spelling) {
    return VERBS.entrySet().stream()
        .filter(verb -> verb.getKey().equalsIgnoreCase(spelling))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }

  private @Nullable String url() {
    String url = in.text(Limits.URL_MAX_BYTES);
    if (url == null || url.isEmpty()) {
      return url;
    }
    if (flaws.size() > FLAWS_KEPT) {
      flaws.clear();
    }
    String flaw = flaws.computeIfAbsent(url, this::flaw);
    if (!flaw.isEmpty()) {
      in.violation(flaw);
    }
    return url;
  }

  /** The problem with a URL; empty when there is none. */
  private String flaw(String url) {
    String sample = url;
    if (!literal && url.contains("${")) {
      if (AUTHORITY_EXPRESSION.matcher(url).matches()) {
        // The host is checked when the call is made: the expression is evaluated by then.
        return "";
      }
      sample = sample(url);
    }
    String flaw = absolute(sample) ? urlRule.apply(sample) : "must be an http or https URL";
    return flaw == null ? "" : flaw;
  }

  /**
   * The URL with a plain text in place of each expression, or unchanged when an expression is
   * malformed.
   */
  private static String sample(String url) {
    try {
      return Template.withoutExpressions(url, "x");
    } catch (ExpressionException e) {
      return url; // The check of the expressions reports it.
    }
  }

  private static boolean absolute(String url) {
    try {
      URI uri = new URI(url);
      return uri.getHost() != null
          && ("http".equalsIgnoreCase(uri.getScheme())
              || "https".equalsIgnoreCase(uri.getScheme()));
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private @Nullable Map<String, String> headers() {
    if (!in.object()) {
      return null;
    }
    Map<String, String> headers = new LinkedHashMap<>();
    while (in.nextMember()) {
      String name = in.member();
      String value = in.requiredText(Limits.URL_MAX_BYTES);
      HeaderLimits.objectionToName(name).ifPresent(in::violation);
      HeaderLimits.objectionToValue(value).ifPresent(in::violation);
      if (value.contains(Secret.MASK) && SecretHeaders.include(name)) {
        in.violation(
            "contains "
                + Secret.MASK
                + ", which stands for a secret value in answers; give the value itself, or"
                + " ${secrets.NAME}");
      }
      headers.put(name, value);
    }
    if (headers.size() > Limits.HEADERS_MAX) {
      in.violation("must be at most " + Limits.HEADERS_MAX);
    }
    return headers;
  }
}
