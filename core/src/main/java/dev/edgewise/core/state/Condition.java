package dev.edgewise.core.state;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The condition of an edge: the outcomes of its parent that satisfy it, at least one of four. There
 * is one instance for each set of outcomes, so that conditions can be compared by identity.
 */
public final class Condition {
  private static final int COUNT = 1 << Resolution.values().length;
  private static final Condition[] ALL = new Condition[COUNT];

  static {
    for (int bits = 1; bits < COUNT; bits++) {
      ALL[bits] = new Condition(bits, name(bits));
    }
  }

  /** Any terminal outcome. */
  public static final Condition ALWAYS = of(COUNT - 1);

  /** Success only. */
  public static final Condition ON_SUCCESS = of(Resolution.SUCCESS.bit());

  /** Failure or cancellation only. */
  public static final Condition ON_FAILURE =
      of(Resolution.FAILED.bit() | Resolution.CANCELLED.bit());

  private final int bits;
  private final @Nullable String name;

  private Condition(int bits, @Nullable String name) {
    this.bits = bits;
    this.name = name;
  }

  private static @Nullable String name(int bits) {
    if (bits == COUNT - 1) {
      return "always";
    }
    if (bits == Resolution.SUCCESS.bit()) {
      return "on_success";
    }
    boolean failure = bits == (Resolution.FAILED.bit() | Resolution.CANCELLED.bit());
    return failure ? "on_failure" : null;
  }

  /**
   * Returns the condition with a set of outcomes.
   *
   * @param bits the sum of {@link Resolution#bit} of the outcomes
   * @throws IllegalArgumentException if there is no such set
   */
  public static Condition of(int bits) {
    if (bits < 1 || bits >= COUNT) {
      throw new IllegalArgumentException("No condition has the outcomes " + bits);
    }
    return Objects.requireNonNull(ALL[bits]);
  }

  /** Returns the condition that these outcomes satisfy, of which there must be at least one. */
  public static Condition of(Collection<Resolution> outcomes) {
    return of(outcomes.stream().mapToInt(Resolution::bit).reduce(0, (a, b) -> a | b));
  }

  /** Returns all conditions there are. */
  public static List<Condition> all() {
    return Arrays.asList(ALL).subList(1, COUNT);
  }

  /**
   * Returns the condition with a name: {@code always}, {@code on_success} or {@code on_failure}.
   */
  public static Optional<Condition> named(String name) {
    return all().stream().filter(condition -> name.equals(condition.name)).findFirst();
  }

  /** Whether a parent that ended this way satisfies the condition. */
  public boolean satisfiedBy(Resolution resolution) {
    return (bits & resolution.bit()) != 0;
  }

  /** The outcomes that satisfy it. */
  public List<Resolution> outcomes() {
    return Arrays.stream(Resolution.values()).filter(this::satisfiedBy).toList();
  }

  /** The outcomes as a number, which is how a database keeps them. */
  public int bits() {
    return bits;
  }

  /** The name in JSON; empty for the outcomes that have none. */
  public Optional<String> name() {
    return Optional.ofNullable(name);
  }

  @Override
  public String toString() {
    return name == null ? outcomes().toString() : name;
  }
}
