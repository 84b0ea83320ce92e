package dev.edgewise.server.commit;

import dev.edgewise.server.store.claim.RunningLimits;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * How transitions are decided and committed.
 *
 * @param lanes how many groups may be under way at once
 * @param groupSize the most commands in one transaction
 * @param deadEnds whether ancestors whose children have all ended are canceled
 * @param expressions evaluates the expressions of inline nodes
 * @param limits of workspaces that bound how many tasks run
 * @param skew added to the database's clock; zero outside tests
 */
public record CommitSettings(
    int lanes,
    int groupSize,
    boolean deadEnds,
    Expressions expressions,
    Supplier<Duration> skew,
    RunningLimits limits) {

  private static final int DEFAULT_LANES = 2;
  private static final int DEFAULT_GROUP_SIZE = 500;

  public static CommitSettings of(boolean deadEnds, Expressions expressions, RunningLimits limits) {
    return new CommitSettings(
        DEFAULT_LANES, DEFAULT_GROUP_SIZE, deadEnds, expressions, () -> Duration.ZERO, limits);
  }
}
