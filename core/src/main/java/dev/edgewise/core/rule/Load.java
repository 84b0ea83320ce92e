package dev.edgewise.core.rule;

/**
 * What a matching set holds right now.
 *
 * @param count tasks that are Running or Claimed
 * @param remaining the work they still have to do, as {@link #remaining} counts it
 */
public record Load(long count, long remaining) {

  /** Nothing is held. */
  public static final Load NONE = new Load(0, 0);

  /** The work a task has left: never negative, however much more than expected it did. */
  public static long remaining(long expected, long success, long failures) {
    long afterSuccess = Math.max(0, expected - Math.max(0, success));
    return Math.max(0, afterSuccess - Math.max(0, failures));
  }

  /** This load and one more task. */
  public Load plus(long taskRemaining) {
    long sum = remaining + taskRemaining;
    // A sum past the range of long is simply more than any limit.
    return new Load(count + 1, sum < 0 ? Long.MAX_VALUE : sum);
  }
}
