package dev.edgewise.server.http.submission;

import dev.edgewise.api.Matcher;
import dev.edgewise.api.Rule;
import dev.edgewise.api.RuleType;
import dev.edgewise.api.TaskStatus;
import dev.edgewise.core.graph.DedupeMatcher;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.input.Cursor;
import dev.edgewise.server.input.JsonText;
import dev.edgewise.server.input.StoredJson;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the rules and the dedupe matchers of a task. */
final class RuleReader {

  private static final List<String> RULE_MEMBERS =
      List.of("type", "matcher", "max_concurrency", "max_capacity", "max_starts", "per");
  private static final List<String> MATCHER_MEMBERS = List.of("kind", "status", "fields");

  private static final Map<String, RuleType> TYPES =
      Cursor.spellings(RuleType.values(), RuleType::wireName);

  /** An accepted alias. */
  private static final Map<String, RuleType> MISSPELLINGS =
      Map.of("Concurency", RuleType.CONCURRENCY);

  private static final Map<String, TaskStatus> STATUSES =
      Cursor.spellings(TaskStatus.values(), TaskStatus::wireName);

  /** In place of one that was refused. */
  private static final Matcher NO_MATCHER = new Matcher("", TaskStatus.RUNNING, null);

  private final Cursor in;

  RuleReader(Cursor in) {
    this.in = in;
  }

  /**
   * The rules of a task.
   *
   * @param json the JSON array that is stored; null when there are none
   * @param needExpectedCount whether one of them is a Capacity rule
   */
  record Rules(@Nullable String json, boolean needExpectedCount) {
    static final Rules NONE = new Rules(null, false);
  }

  Rules rules() {
    if (!in.array()) {
      return Rules.NONE;
    }
    List<Rule> rules = new ArrayList<>(2);
    while (in.nextItem()) {
      rules.add(rule());
    }
    if (rules.size() > Limits.RULES_PER_TASK_MAX) {
      in.violation("must be at most " + Limits.RULES_PER_TASK_MAX);
    }
    boolean capacity = rules.stream().anyMatch(rule -> rule.type() == RuleType.CAPACITY);
    return rules.isEmpty() ? Rules.NONE : new Rules(StoredJson.rules(rules), capacity);
  }

  List<DedupeMatcher> dedupe() {
    if (!in.array()) {
      return List.of();
    }
    List<DedupeMatcher> matchers = new ArrayList<>(2);
    while (in.nextItem()) {
      Matcher matcher = matcher(null);
      matchers.add(
          new DedupeMatcher(
              matcher.kind(),
              TaskState.valueOf(matcher.status().name()),
              matcher.fields() == null ? List.of() : matcher.fields()));
    }
    if (matchers.size() > Limits.MATCHERS_PER_TASK_MAX) {
      in.violation("must be at most " + Limits.MATCHERS_PER_TASK_MAX);
    }
    return matchers;
  }

  private Rule rule() {
    RuleType type = null;
    Matcher matcher = null;
    Integer maxConcurrency = null;
    Long maxCapacity = null;
    Integer maxStarts = null;
    String per = null;
    if (!in.requiredObject()) {
      return new Rule(RuleType.CONCURRENCY, NO_MATCHER, 1, null, null, null);
    }
    while (in.nextMember()) {
      switch (in.member()) {
        case "type" -> type = in.oneOf(TYPES, MISSPELLINGS::get);
        case "matcher" -> matcher = matcher(TaskStatus.RUNNING);
        case "max_concurrency", "max_concurency" -> maxConcurrency = in.whole(1, Integer.MAX_VALUE);
        case "max_capacity" -> maxCapacity = in.wholeLong(1, Long.MAX_VALUE);
        case "max_starts" -> maxStarts = in.whole(1, Limits.RATE_MAX_STARTS);
        case "per" -> per = period();
        default -> in.unknown(RULE_MEMBERS);
      }
    }
    in.require("type", type);
    in.require("matcher", matcher);
    RuleType effective = type == null ? RuleType.CONCURRENCY : type;
    switch (effective) {
      case CONCURRENCY -> {
        in.require("max_concurrency", maxConcurrency);
      }
      case CAPACITY -> in.require("max_capacity", maxCapacity);
      case RATE -> {
        in.require("max_starts", maxStarts);
        in.require("per", per);
      }
    }
    if (effective != RuleType.CONCURRENCY) {
      refuse("max_concurrency", maxConcurrency, effective);
    }
    if (effective != RuleType.CAPACITY) {
      refuse("max_capacity", maxCapacity, effective);
    }
    if (effective != RuleType.RATE) {
      refuse("max_starts", maxStarts, effective);
      refuse("per", per, effective);
    }
    return new Rule(
        effective,
        matcher == null ? NO_MATCHER : matcher,
        maxConcurrency,
        maxCapacity,
        maxStarts,
        per);
  }

  /** The time in which an empty bucket fills, as it was written. */
  private @Nullable String period() {
    String text = in.text(Limits.NAME_MAX_BYTES);
    if (text == null) {
      return null;
    }
    try {
      Duration period = Duration.parse(text);
      if (period.compareTo(Limits.RATE_MIN_PERIOD) >= 0
          && period.compareTo(Limits.RATE_MAX_PERIOD) <= 0) {
        return text;
      }
    } catch (DateTimeParseException e) {
      // Falls through to the common refusal.
    }
    in.violation(
        "must be an ISO 8601 duration from %s to %s, not %s"
            .formatted(Limits.RATE_MIN_PERIOD, Limits.RATE_MAX_PERIOD, JsonText.quoted(text)));
    return null;
  }

  private void refuse(String member, @Nullable Object value, RuleType type) {
    if (value != null) {
      in.violation(member, "does not belong to a rule of type " + type.wireName());
    }
  }

  /**
   * Reads a matcher.
   *
   * @param only the only status allowed, and the default; null when the status is required and may
   *     be any
   */
  private Matcher matcher(@Nullable TaskStatus only) {
    String kind = null;
    TaskStatus status = null;
    List<String> fields = null;
    if (!in.requiredObject()) {
      return NO_MATCHER;
    }
    while (in.nextMember()) {
      switch (in.member()) {
        case "kind" -> kind = in.text(Limits.KIND_MAX_BYTES);
        case "status" -> status = in.oneOf(STATUSES);
        case "fields" -> fields = fields();
        default -> in.unknown(MATCHER_MEMBERS);
      }
    }
    in.require("kind", kind);
    if (only == null) {
      in.require("status", status);
    } else if (status != null && status != only) {
      in.violation("status", "must be " + only.wireName() + " in a rule");
    }
    return new Matcher(
        kind == null ? "" : kind, status == null ? TaskStatus.RUNNING : status, fields);
  }

  private @Nullable List<String> fields() {
    if (!in.array()) {
      return null;
    }
    List<String> fields = new ArrayList<>(4);
    while (in.nextItem()) {
      fields.add(in.requiredText(Limits.NAME_MAX_BYTES));
    }
    if (fields.size() > Limits.MATCHER_FIELDS_MAX) {
      in.violation("must be at most " + Limits.MATCHER_FIELDS_MAX);
    }
    return fields;
  }
}
