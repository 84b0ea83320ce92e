package dev.edgewise.server.testing;

import dev.edgewise.server.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.ParsedParameters;
import org.jdbi.v3.core.statement.SqlLogger;
import org.jdbi.v3.core.statement.StatementContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * Counts the work of PostgreSQL for each statement that is executed while it is open: the rows that
 * every part of the plan reads, and the pages. Each statement is first run as EXPLAIN ANALYZE with
 * the same plan, and rolled back.
 */
public final class StatementWork implements SqlLogger, AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> LOOKED_AT =
      List.of(
          "Actual Rows",
          "Rows Removed by Filter",
          "Rows Removed by Join Filter",
          "Rows Removed by Index Recheck");

  private static final List<String> SHOWN =
      List.of(
          "Subplan Name",
          "Node Type",
          "Relation Name",
          "CTE Name",
          "Index Cond",
          "Join Filter",
          "Filter");

  private final Set<Jdbi> measured;
  private final Map<String, Done> done = new ConcurrentHashMap<>();

  /**
   * What a statement did.
   *
   * @param work rows and pages
   * @param plan how it was planned when it did much
   */
  public record Done(long work, String plan) {
    Done and(Done next) {
      return new Done(work + next.work, next.work >= work ? next.plan : plan);
    }
  }

  private StatementWork(Database database) {
    measured = new HashSet<>(List.of(database.reader(), database.engine(), database.committer()));
  }

  public static StatementWork of(Database database) {
    StatementWork work = new StatementWork(database);
    work.measured.forEach(jdbi -> jdbi.setSqlLogger(work));
    return work;
  }

  /** The work of all executions of each statement, by its text. */
  public Map<String, Done> done() {
    return Map.copyOf(done);
  }

  @Override
  public void logBeforeExecution(StatementContext context) {
    try {
      explain(context);
    } catch (SQLException e) {
      throw new IllegalStateException(context.getRawSql(), e);
    }
  }

  private void explain(StatementContext context) throws SQLException {
    Connection connection = context.getConnection();
    boolean alone = connection.getAutoCommit();
    if (alone) {
      connection.setAutoCommit(false);
    }
    var before = connection.setSavepoint();
    try {
      measure(context, connection);
    } finally {
      connection.rollback(before);
      if (alone) {
        connection.rollback();
        connection.setAutoCommit(true);
      }
    }
  }

  /** One exchange may have several statements. */
  private void measure(StatementContext context, Connection connection) throws SQLException {
    String[] names = context.getRawSql().split(";\\s*(\n|$)", 0);
    String[] texts = context.getParsedSql().getSql().split(";\\s*(\n|$)", 0);
    List<String> literals = literals(context, connection);
    for (int i = 0; i < texts.length; i++) {
      // A question mark in quotes is not a parameter.
      String[] parts = texts[i].split("\\?(?=(?:[^']*'[^']*')*[^']*$)", -1);
      if (texts[i].matches("(?is)\\s*(select|with|insert|update|delete)\\b.*")) {
        Done now = done(connection, parts, literals.subList(0, parts.length - 1));
        done.merge(names[i].strip(), now, Done::and);
      }
      literals = literals.subList(parts.length - 1, literals.size());
    }
  }

  private static Done done(Connection connection, String[] parts, List<String> literals)
      throws SQLException {
    StringBuilder numbered = new StringBuilder("prepare measured as ").append(parts[0]);
    for (int i = 1; i < parts.length; i++) {
      numbered.append('$').append(i).append(parts[i]);
    }
    String arguments = literals.isEmpty() ? "" : "(" + String.join(",", literals) + ")";
    try (Statement statement = connection.createStatement()) {
      statement.execute(numbered.toString());
      statement.setEscapeProcessing(false);
      ResultSet plan =
          statement.executeQuery(
              "explain (analyze, buffers, timing off, format json) execute measured " + arguments);
      plan.next();
      JsonNode root = JSON.readTree(plan.getString(1)).get(0).get("Plan");
      statement.execute("deallocate measured");
      return new Done(
          rows(root) + pages(root), "%d pages%n%s".formatted(pages(root), outline(root, 1)));
    }
  }

  /** The bound values as SQL literals. Jdbi has no other way yet to read them. */
  @SuppressWarnings("removal")
  private static List<String> literals(StatementContext context, Connection connection)
      throws SQLException {
    ParsedParameters parameters = context.getParsedSql().getParameters();
    List<String> literals = new ArrayList<>();
    for (int i = 0; i < parameters.getParameterCount(); i++) {
      try (PreparedStatement select =
          connection.prepareStatement("select quote_nullable((?)::text)")) {
        var argument =
            parameters.isPositional()
                ? context.getBinding().findForPosition(i)
                : context.getBinding().findForName(parameters.getParameterNames().get(i), context);
        argument.orElseThrow().apply(1, select, context);
        try (ResultSet row = select.executeQuery()) {
          row.next();
          literals.add(row.getString(1));
        }
      }
    }
    return literals;
  }

  /** The parts of a plan, a line each, with what they looked at. */
  private static String outline(JsonNode node, int depth) {
    StringBuilder lines = new StringBuilder("  ".repeat(depth));
    for (String word : SHOWN) {
      if (node.has(word)) {
        lines.append(node.get(word).asString()).append(' ');
      }
    }
    lines.append("looked at ").append(looked(node)).append('\n');
    node.path("Plans").forEach(part -> lines.append(outline(part, depth + 1)));
    return lines.toString();
  }

  private static long rows(JsonNode node) {
    long all = looked(node);
    for (JsonNode part : node.path("Plans")) {
      all += rows(part);
    }
    return all;
  }

  private static long looked(JsonNode node) {
    double rows = 0;
    for (String looked : LOOKED_AT) {
      rows += node.path(looked).asDouble(0);
    }
    return Math.round(rows * node.path("Actual Loops").asDouble(1));
  }

  private static long pages(JsonNode plan) {
    return plan.path("Shared Hit Blocks").asLong(0)
        + plan.path("Shared Read Blocks").asLong(0)
        + plan.path("Temp Read Blocks").asLong(0)
        + plan.path("Temp Written Blocks").asLong(0);
  }

  @Override
  public void close() {
    measured.forEach(jdbi -> jdbi.setSqlLogger(SqlLogger.NOP_SQL_LOGGER));
  }
}
