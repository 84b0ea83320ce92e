package dev.edgewise.core.rule;

/**
 * The load of a matching set at present.
 *
 * @param count the Running and Claimed tasks
 * @param remaining their remaining work, see {@link #remaining}
 */
public record Load(long count, long remaining) {

  /** No load. */
  public static final Load NONE = new Load(0, 0);

  /** Returns the remaining work of a task, at least 0. */
  public static long remaining(long expected, long success, long failures) {
    long afterSuccess = Math.max(0, expected - Math.max(0, success));
    return Math.max(0, afterSuccess - Math.max(0, failures));
  }

  /** Returns this load with one more task. */
  public Load plus(long taskRemaining) {
    long sum = remaining + taskRemaining;
    // Saturate on overflow: the sum is more than any limit.
    return new Load(count + 1, sum < 0 ? Long.MAX_VALUE : sum);
  }
}
