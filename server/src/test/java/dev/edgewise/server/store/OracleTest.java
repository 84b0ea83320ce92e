package dev.edgewise.server.store;

import dev.edgewise.oracle.scenario.Interleaving;
import dev.edgewise.oracle.scenario.ModelComparison;
import dev.edgewise.oracle.scenario.RandomRun;
import dev.edgewise.oracle.scenario.Scenario;
import dev.edgewise.oracle.scenario.Scenarios;
import dev.edgewise.server.testing.FsckAssertion;
import dev.edgewise.server.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The store agrees with the model after each step, in every written scenario and in random runs.
 */
class OracleTest {
  private static final int RUNS = Integer.getInteger("edgewise.oracle.runs", 2_000);
  private static final long FIRST_SEED = Long.getLong("edgewise.oracle.seed", 1);

  private static TestDatabase database;

  @BeforeAll
  static void open() {
    database = TestDatabase.open();
  }

  @AfterAll
  static void close() {
    try (var ended = database) {
      FsckAssertion.assertClean(ended.database());
    }
  }

  @TestFactory
  Stream<DynamicTest> scenarios() {
    return Scenarios.all().stream()
        .map(scenario -> DynamicTest.dynamicTest(scenario.name(), () -> play(scenario)));
  }

  private static void play(Scenario scenario) {
    try (StoreSubject subject = new StoreSubject(database.database())) {
      scenario.play(subject);
    }
  }

  @Test
  void randomRuns() {
    LongStream.range(FIRST_SEED, FIRST_SEED + RUNS).parallel().forEach(OracleTest::compare);
  }

  @Test
  void someOrderExplainsCommandsOnTwoNodesAtOnce() {
    LongStream.range(FIRST_SEED, FIRST_SEED + RUNS / 10)
        .parallel()
        .forEach(seed -> {
          try (StoreSubject subject = new StoreSubject(database.database())) {
            new Interleaving(subject).play(RandomRun.of(seed));
          }
        });
  }

  private static void compare(long seed) {
    List<StoreSubject> subjects = new ArrayList<>();
    ModelComparison comparison =
        new ModelComparison(() -> {
          StoreSubject subject = new StoreSubject(database.database());
          subjects.add(subject);
          return subject;
        });
    try {
      comparison.play(RandomRun.of(seed));
    } finally {
      subjects.forEach(StoreSubject::close);
    }
  }
}
