package dev.edgewise.server.store.claim;

import dev.edgewise.core.rule.Bucket;
import dev.edgewise.core.rule.RateKey;
import dev.edgewise.core.rule.Rule;
import dev.edgewise.core.rule.Usage;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.DatabaseTime;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.Lane;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;

/**
 * The token buckets of rates. Claims read and change them under the locks of the rules; a bucket
 * that is full needs no row.
 */
public final class RateBuckets {
  /** Tasks that wait for tokens are unparked no more often than this. */
  private static final Duration PACE = Duration.ofMillis(50);

  /** The most that one look finds; a full one is worth another. */
  public static final int MAX_AT_ONCE = 1_000;

  private final Database database;
  private final Supplier<Duration> skew;

  /**
   * @param skew added to the database's clock; zero outside tests
   */
  public RateBuckets(Database database, Supplier<Duration> skew) {
    this.database = database;
    this.skew = skew;
  }

  /** The name of a bucket, which is also what tasks are parked on that wait for its tokens. */
  static String name(RateKey key) {
    Rule.Rate rate = key.rate();
    return Lane.rate(
        key.set().workspace(),
        key.set().matcher().kind(),
        "%s|%d/%s".formatted(key.set().description(), rate.maxStarts(), rate.per()));
  }

  static Map<RateKey, Bucket> read(Handle handle, Collection<RateKey> keys) {
    if (keys.isEmpty()) {
      return Map.of();
    }
    Map<String, RateKey> named = new HashMap<>();
    keys.forEach(key -> named.put(name(key), key));
    Map<RateKey, Bucket> buckets = new HashMap<>();
    handle
        .createQuery(Sql.named("bucket/read"))
        .bind("names", Columns.texts(named.keySet()))
        .map((row, _) ->
            Map.entry(row.getString("name"), new Bucket(row.getTimestamp("full_at").toInstant())))
        .forEach(row -> buckets.put(named.get(row.getKey()), row.getValue()));
    return buckets;
  }

  /**
   * Writes what a claim changed.
   *
   * @param used the buckets before the claim
   * @param starts how many tokens were taken from each bucket; zero if tasks were parked on it
   * @return when the first of the tasks that are parked on these buckets may start; empty when none
   *     is parked
   */
  static Optional<Instant> write(Handle handle, Usage used, Map<RateKey, Integer> starts) {
    if (starts.isEmpty()) {
      return Optional.empty();
    }
    // In one order, as the sweeper and the timer lock the rows too.
    Map<String, RateKey> named = new TreeMap<>();
    starts.keySet().forEach(key -> named.put(name(key), key));
    var columns = new Columns();
    var names = columns.texts("names");
    var maxStarts = columns.longs("max_starts");
    var perSecs = columns.texts("per_secs");
    var fullAt = columns.texts("full_at");
    var dueAt = columns.texts("due_at");
    named.forEach((name, key) -> {
      Rule.Rate rate = key.rate();
      Bucket before = used.buckets().getOrDefault(key, Bucket.FULL);
      int taken = starts.getOrDefault(key, 0);
      Bucket after = taken == 0 ? before : before.after(rate, taken, used.now());
      names.add(name);
      maxStarts.add(rate.maxStarts());
      perSecs.add(Double.toString(rate.per().toNanos() / 1e9));
      fullAt.add(roundedUp(after.fullAt()));
      dueAt.add(roundedUp(due(after.nextStart(rate), rate, used.now())));
    });
    return columns
        .bindTo(handle.createQuery(Sql.named("bucket/put")))
        .map((row, _) -> Optional.ofNullable(row.getTimestamp("due_at")).map(Timestamp::toInstant))
        .stream()
        .flatMap(Optional::stream)
        .min(Instant::compareTo);
  }

  /** The database keeps microseconds; a token never comes back before its time. */
  private static Instant roundedUp(Instant time) {
    Instant micros = time.truncatedTo(ChronoUnit.MICROS);
    return micros.equals(time) ? time : micros.plus(1, ChronoUnit.MICROS);
  }

  /** When to unpark tasks: a fast bucket collects some tokens first, but never fills up. */
  private static Instant due(Instant nextStart, Rule.Rate rate, Instant now) {
    Duration quarter = rate.per().dividedBy(4);
    Instant paced = now.plus(quarter.compareTo(PACE) < 0 ? quarter : PACE);
    return nextStart.isAfter(paced) ? nextStart : paced;
  }

  /** Lets parked tasks try for the tokens that came back; returns the lanes of these tasks. */
  public Set<String> unparkDue() {
    return new HashSet<>(
        database
            .engine()
            .withHandle(handle ->
                handle
                    .createQuery(Sql.named("bucket/due"))
                    .bind("now", now(handle))
                    .bind("max", MAX_AT_ONCE)
                    .mapTo(String.class)
                    .list()));
  }

  /** How long no parked task will get a token; empty when none is parked. */
  public Optional<Duration> untilNext() {
    List<Duration> next =
        database
            .engine()
            .withHandle(handle ->
                handle
                    .createQuery(Sql.named("bucket/next"))
                    .bind("now", now(handle))
                    .map((row, _) -> {
                      double seconds = row.getDouble("seconds");
                      return row.wasNull()
                          ? Optional.<Duration>empty()
                          : Optional.of(
                              Duration.ofMillis(Math.max(0, (long) Math.ceil(seconds * 1000))));
                    })
                    .list())
            .stream()
            .flatMap(Optional::stream)
            .toList();
    return next.stream().findFirst();
  }

  /** Removes some of the buckets that are full again; returns how many. */
  public int sweep() {
    return database
        .engine()
        .withHandle(handle ->
            handle
                .createUpdate(Sql.named("bucket/sweep"))
                .bind("now", now(handle))
                .bind("max", MAX_AT_ONCE)
                .execute());
  }

  private Timestamp now(Handle handle) {
    return Timestamp.from(DatabaseTime.now(handle).plus(skew.get()));
  }
}
