package dev.edgewise.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.SessionCommands;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/** Every named statement against the migrated schema, and how PostgreSQL would run the hot ones. */
class StatementsTest {
  /** The tables that have many rows at one time and may have had none at another. */
  private static final List<String> GROWING =
      List.of(
          "queue",
          "lease",
          "timer",
          "result",
          "fact",
          "foreign_edge",
          "event",
          "outbox",
          "webhook_execution",
          "task_state",
          "task",
          "batch");

  private static final Path FOLDER = Path.of("src/main/resources/sql");
  private static final Pattern COMMENT = Pattern.compile("--[^\n]*");
  private static final Pattern PARAMETER = Pattern.compile("(?<![:\\w]):([a-z_]+)");
  private static final Pattern SCAN =
      Pattern.compile("(Seq|Index|Only|Heap) Scan.* on (" + String.join("|", GROWING) + ")\\b");

  /** Conditions that name no more than a batch, or not even that. */
  private static final Pattern NO_KEY =
      Pattern.compile(
          "(?!(Index|Recheck) Cond).*|Index Cond: \\((\\w*batch\\w* = [^()]*|no = .*)\\)");

  private static final Pattern EQUAL_IN_FILTER =
      Pattern.compile("Join Filter: .* = [^(]*\\.[a-z_]+\\)");

  /** A whole index is read, maybe for each of many rows, to find the rows that are equal. */
  private static final Pattern EQUAL_TO_OTHERS = Pattern.compile("^Filter: .*\\w = [(]?(ANY|\\w)");

  private static final Pattern SUBPLAN = Pattern.compile("(CTE \\w+$|InitPlan|SubPlan)");

  /** Statements for people and for upkeep; the engine runs all others again and again. */
  private static final Set<String> COLD_FOLDERS =
      Set.of("fsck", "replay", "export", "retention", "database");

  private static final String SHARED_RULES =
      "select proname::text from pg_proc join pg_language on pg_language.oid = prolang"
          + " where lanname = 'sql' and pronamespace = current_schema()::regnamespace";

  private static final Pattern CLOCK =
      Pattern.compile("(clock|transaction)_timestamp|current_(date|time)|localtime|\\bnow\\(\\)");

  private static final Set<String> CLOCK_READERS =
      Set.of("batch/lock", "database/inspect", "database/now");

  private static final String CLOCK_DEFAULTS =
      "select string_agg(adrelid::regclass::text, ',') from pg_attrdef"
          + " where pg_get_expr(adbin, adrelid) ~ 'timestamp|now'"
          + " and adrelid <> 'flyway_schema_history'::regclass";

  /** Lists, and what only workspaces with quotas count. */
  private static final Set<String> COLD =
      Set.of(
          "approval/list",
          "task/list",
          "batch/list",
          "failure/groups",
          "webhook_execution/list",
          "event/writers",
          "queue/load",
          "lease/of_workspaces",
          "workspace/find",
          "workspace/list",
          "workspace/standing",
          "workspace/delete");

  private final TestDatabase testDatabase = TestDatabase.open();
  private Database database;

  /** A statement as PostgreSQL prepares it, and how many parameters it has. */
  private record Prepared(String text, int parameters) {}

  @BeforeEach
  void open() {
    database = testDatabase.database();
  }

  @AfterEach
  void close() {
    testDatabase.close();
  }

  /** All but the copies, which have no plan and cannot be prepared. */
  private static Map<String, Prepared> statements() throws IOException {
    Map<String, Prepared> statements = files();
    statements.values().removeIf(StatementsTest::copies);
    return statements;
  }

  private static boolean copies(Prepared statement) {
    return statement.text().strip().startsWith("copy ");
  }

  private static Map<String, Prepared> files() throws IOException {
    Map<String, Prepared> statements = new LinkedHashMap<>();
    try (Stream<Path> files = Files.walk(FOLDER)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        String name = FOLDER.relativize(file).toString().replace('\\', '/').replace(".sql", "");
        statements.put(name, prepared(Files.readString(file)));
      }
    }
    return statements;
  }

  private static Prepared prepared(String sql) {
    List<String> names = new ArrayList<>();
    Matcher parameters = PARAMETER.matcher(COMMENT.matcher(sql).replaceAll(""));
    String text =
        parameters.replaceAll(found -> {
          if (!names.contains(found.group(1))) {
            names.add(found.group(1));
          }
          return Matcher.quoteReplacement("$" + (names.indexOf(found.group(1)) + 1));
        });
    return new Prepared(text, names.size());
  }

  @Test
  void everyFileIsOneStatementThatEndsWithASemicolon() throws IOException {
    assertThat(files())
        .allSatisfy((_, statement) ->
            assertThat(statement.text().replaceAll("'[^']*'", "''").strip()).matches("(?s)[^;]+;"));
  }

  @Test
  void everyStatementFitsTheSchema() throws IOException {
    Map<String, Prepared> statements = statements();
    assertThat(statements).hasSizeGreaterThan(60);
    List<String> broken = new ArrayList<>();
    statements.forEach((name, statement) -> {
      try (Handle handle = database.engine().open()) {
        handle.getConnection().createStatement().execute("prepare s as " + statement.text());
        handle.getConnection().createStatement().execute("deallocate s");
      } catch (Exception e) {
        broken.add(name + ": " + e.getMessage());
      }
    });
    assertThat(broken).isEmpty();
  }

  @Test
  void everyCopyFitsTheSchema() throws IOException, SQLException {
    List<Prepared> copies = files().values().stream().filter(StatementsTest::copies).toList();
    assertThat(copies).isNotEmpty();
    try (Handle handle = database.engine().open()) {
      for (Prepared copy : copies) {
        handle
            .getConnection()
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyIn(copy.text())
            .cancelCopy();
      }
    }
  }

  /** A statement that writes gets its time from its caller, who can then choose and repeat it. */
  @Test
  void onlyStatementsThatAskForTheTimeReadTheClock() throws IOException {
    Map<String, Prepared> statements = statements();
    statements.values().removeIf(statement -> !CLOCK.matcher(statement.text()).find());
    assertThat(statements.keySet()).isEqualTo(CLOCK_READERS);
  }

  @Test
  void noColumnReadsTheClockByItselfButTheMarkOfTheInstallation() {
    assertThat(testDatabase.text(CLOCK_DEFAULTS)).isEqualTo("installation");
  }

  @Test
  void sharedFunctionsAreInlinedIntoThePlans() throws IOException {
    List<String> rules =
        database
            .engine()
            .withHandle(handle -> handle.createQuery(SHARED_RULES).mapTo(String.class).list());
    assertThat(rules).contains("is_terminal", "entry_id", "action_host");
    List<String> calls = new ArrayList<>();
    for (Map.Entry<String, Prepared> each : statements().entrySet()) {
      String plan = plan("explain (verbose)", each.getValue());
      rules.stream()
          .filter(rule -> plan.contains(rule + "("))
          .forEach(rule -> calls.add(each.getKey() + " calls " + rule));
    }
    assertThat(calls).isEmpty();
  }

  @Test
  void noHotStatementScansATableWhateverTheStatistics() throws IOException {
    assertThat(scans()).as("on empty tables").isEmpty();
    load(20);
    database.engine().useHandle(handle -> handle.execute("vacuum analyze"));
    assertThat(scans()).as("with a few rows").isEmpty();
    load(5_000);
    assertThat(scans()).as("right after a bulk load").isEmpty();
    database.engine().useHandle(handle -> handle.execute("analyze"));
    assertThat(scans()).as("analysed").isEmpty();
    database
        .engine()
        .useTransaction(handle -> GROWING.forEach(table -> handle.execute("delete from " + table)));
    database.engine().useHandle(handle -> handle.execute("vacuum analyze"));
    assertThat(scans()).as("found empty").isEmpty();
  }

  @Test
  void fsckComparesNoRowsThatShareOnlyTheirBatch() throws IOException {
    load(5_000);
    assertThat(comparisons()).as("right after a bulk load").isEmpty();
    database.engine().useHandle(handle -> handle.execute("analyze"));
    assertThat(comparisons()).as("analysed").isEmpty();
  }

  /** The checks whose plans compare all pairs of rows that share only a batch. */
  private List<String> comparisons() throws IOException {
    List<String> comparisons = new ArrayList<>();
    for (Map.Entry<String, Prepared> each : statements().entrySet()) {
      if (!each.getKey().startsWith("fsck/")) {
        continue;
      }
      String plan =
          database.list(
              TransactionIsolationLevel.REPEATABLE_READ,
              handle -> {
                SessionCommands.planByHashing(handle);
                return String.join(
                    "\n",
                    handle
                        .createQuery("explain " + each.getValue().text())
                        .mapTo(String.class)
                        .list());
              });
      if (plan.lines().anyMatch(line -> EQUAL_IN_FILTER.matcher(line).find())) {
        comparisons.add(each.getKey() + "\n" + plan);
      }
    }
    return comparisons;
  }

  private void load(int count) {
    database
        .engine()
        .useHandle(handle -> {
          for (String table : List.of("task", "task_state", "fact")) {
            handle.execute("alter table " + table + " set (autovacuum_enabled = false)");
          }
        });
    TestTask[] tasks = new TestTask[count];
    for (int i = 0; i < tasks.length; i++) {
      tasks[i] = TestTask.task("t" + i);
      for (int parent = Math.max(0, i - 3); parent < i; parent++) {
        tasks[i].after("t" + parent);
      }
    }
    try (TestStore store = new TestStore(database)) {
      store.submit("bulk", tasks);
      store.succeed(store.claim("test"), "1");
    }
  }

  private static Map<String, Prepared> hot() throws IOException {
    Map<String, Prepared> hot = statements();
    hot.keySet()
        .removeIf(
            name -> COLD.contains(name) || COLD_FOLDERS.contains(name.replaceFirst("/.*", "")));
    return hot;
  }

  private List<String> scans() throws IOException {
    List<String> scans = new ArrayList<>();
    for (Map.Entry<String, Prepared> each : hot().entrySet()) {
      String plan = plan(each.getValue());
      if (readsTooMuch(plan)) {
        scans.add(each.getKey() + "\n" + plan);
      }
    }
    return scans;
  }

  /**
   * Whether a plan reads a table or an index from end to end, or all of it or of a batch for each
   * row of another.
   */
  private static boolean readsTooMuch(String plan) {
    List<String> lines = plan.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      if (!SCAN.matcher(lines.get(i)).find()) {
        continue;
      }
      String condition = i + 1 < lines.size() ? lines.get(i + 1).strip() : "";
      boolean byKey = !NO_KEY.matcher(condition).matches();
      boolean searched = EQUAL_TO_OTHERS.matcher(condition).find();
      if (lines.get(i).contains("Seq Scan") || searched || (!byKey && joinFilterAbove(lines, i))) {
        return true;
      }
    }
    return false;
  }

  /** Whether the rows of a node are compared with those of another one further up. */
  private static boolean joinFilterAbove(List<String> lines, int node) {
    int lowest = indent(lines.get(node));
    for (int above = node - 1; above >= 0 && lowest > 0; above--) {
      String line = lines.get(above).strip();
      if (indent(lines.get(above)) >= lowest) {
        continue;
      }
      if (SUBPLAN.matcher(line).lookingAt()) {
        return false;
      }
      if (line.contains("Nested Loop") && lines.get(above + 1).strip().startsWith("Join Filter")) {
        return true;
      }
      lowest = indent(lines.get(above));
    }
    return false;
  }

  private static int indent(String line) {
    return line.length() - line.stripLeading().length();
  }

  private String plan(Prepared statement) {
    return plan("explain", statement);
  }

  private String plan(String explain, Prepared statement) {
    String nulls =
        Stream.generate(() -> "null")
            .limit(statement.parameters())
            .collect(Collectors.joining(","));
    try (Handle handle = database.engine().open()) {
      handle.execute("prepare s as " + statement.text().replace("?", "??"));
      String arguments = statement.parameters() == 0 ? "" : "(" + nulls + ")";
      List<String> lines =
          handle.createQuery(explain + " execute s" + arguments).mapTo(String.class).list();
      handle.execute("deallocate s");
      return String.join("\n", lines);
    }
  }
}
