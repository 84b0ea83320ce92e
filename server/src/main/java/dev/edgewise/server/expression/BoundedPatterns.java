package dev.edgewise.server.expression;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.edgewise.server.commit.Effort;
import java.util.function.Predicate;

/**
 * Regular expressions from outside that share one budget for their compilation and all searches.
 * They are those of {@code matches} in expressions.
 */
public final class BoundedPatterns {
  private final Budget budget = Budget.of(Effort.FULL);

  /**
   * Returns a test whether the pattern is found in a text.
   *
   * @throws ExpressionException when the pattern is invalid or the budget is exceeded, also by the
   *     test
   */
  public Predicate<String> compile(String regex) {
    try {
      Pattern pattern = TextFunctions.compile(budget, regex);
      return text -> found(pattern, text);
    } catch (PatternSyntaxException e) {
      throw new ExpressionException("a pattern is not a regular expression: " + e.getMessage(), e);
    } catch (OverBudget e) {
      throw e.exception();
    }
  }

  private boolean found(Pattern pattern, String text) {
    try {
      return TextFunctions.found(budget, pattern, text);
    } catch (OverBudget e) {
      throw e.exception();
    }
  }
}
