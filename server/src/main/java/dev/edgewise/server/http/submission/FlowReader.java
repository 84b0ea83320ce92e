package dev.edgewise.server.http.submission;

import dev.edgewise.core.graph.DataFlow;
import dev.edgewise.core.graph.MinSuccess;
import dev.edgewise.core.graph.Spread;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.input.Cursor;
import dev.edgewise.server.input.JsonText;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the members of a task that say how values flow and how it runs without an executor. */
final class FlowReader {
  static final List<String> MEMBERS =
      List.of(
          "let",
          "when",
          "output",
          "return",
          "input",
          "spread",
          "spread_errors",
          "spread_min_success",
          "spread_parallel",
          "wait",
          "call");
  private static final Map<String, Spread.Errors> ERRORS =
      Cursor.spellings(
          Map.entry("fail", Spread.Errors.FAIL),
          Map.entry("collect", Spread.Errors.COLLECT),
          Map.entry("fail_fast", Spread.Errors.FAIL_FAST));
  private static final Pattern PERCENT = Pattern.compile("([1-9][0-9]?|100)%");

  private final Cursor in;
  private final WaitReader waits;
  private @Nullable String let;
  private @Nullable String when;
  private @Nullable String output;
  private @Nullable String returns;
  private @Nullable String input;
  private @Nullable String list;
  private Spread.@Nullable Errors errors;
  private @Nullable MinSuccess minSuccess;
  private @Nullable Integer parallel;
  private @Nullable String waitFor;
  private @Nullable String call;

  FlowReader(Cursor in) {
    this.in = in;
    this.waits = new WaitReader(in);
  }

  /** Reads the member at the cursor, which is one of {@link #MEMBERS}. */
  void read() {
    switch (in.member()) {
      case "let" -> let = in.text(Limits.EXPRESSION_MAX_BYTES);
      case "when" -> when = in.text(Limits.EXPRESSION_MAX_BYTES);
      case "output" -> output = in.text(Limits.EXPRESSION_MAX_BYTES);
      case "return" -> returns = in.text(Limits.EXPRESSION_MAX_BYTES);
      case "input" -> input = in.jsonObject(Limits.INPUTS_MAX_BYTES);
      case "spread" -> list = in.text(Limits.EXPRESSION_MAX_BYTES);
      case "spread_errors" -> errors = in.oneOf(ERRORS);
      case "spread_min_success" -> minSuccess = minSuccess();
      case "spread_parallel" -> parallel = in.whole(1, Limits.SPREAD_MAX_ITEMS);
      case "wait" -> waitFor = waits.waitFor();
      case "call" -> call = waits.call();
      default -> throw new IllegalArgumentException(in.member());
    }
  }

  private @Nullable MinSuccess minSuccess() {
    if (in.isNumber()) {
      Integer amount = in.whole(1, Limits.SPREAD_MAX_ITEMS);
      return amount == null ? null : new MinSuccess(amount, false);
    }
    String text = in.text(Limits.NAME_MAX_BYTES);
    if (text == null) {
      return null;
    }
    Matcher percent = PERCENT.matcher(text);
    if (percent.matches()) {
      return new MinSuccess(Integer.parseInt(percent.group(1)), true);
    }
    in.violation(
        "must be a whole number, or a percentage from \"1%%\" to \"100%%\", not %s"
            .formatted(JsonText.quoted(text)));
    return null;
  }

  /** Returns what the task said, at the end of its object. */
  DataFlow dataFlow() {
    needsSpread("spread_errors", errors);
    needsSpread("spread_min_success", minSuccess);
    needsSpread("spread_parallel", parallel);
    if (errors == Spread.Errors.COLLECT && minSuccess != null) {
      in.violation("spread_min_success", "cannot be given together with spread_errors: collect");
    }
    Spread spread =
        list == null
            ? null
            : new Spread(
                list,
                errors == null ? Spread.Errors.FAIL : errors,
                minSuccess,
                parallel == null ? 0 : parallel);
    DataFlow flow = new DataFlow(let, when, output, returns, input, spread, waitFor, call);
    return flow.equals(DataFlow.NONE) ? DataFlow.NONE : flow;
  }

  private void needsSpread(String member, @Nullable Object value) {
    if (list == null && value != null) {
      in.violation(member, "needs spread");
    }
  }
}
