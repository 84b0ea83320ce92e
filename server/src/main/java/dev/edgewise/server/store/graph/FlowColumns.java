package dev.edgewise.server.store.graph;

import dev.edgewise.core.graph.DataFlow;
import dev.edgewise.core.graph.MinSuccess;
import dev.edgewise.core.graph.Spread;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The columns of a task that hold its data flow. */
public final class FlowColumns {

  private FlowColumns() {}

  /**
   * Reads the columns.
   *
   * @param input the input, which not every statement selects
   */
  public static DataFlow read(ResultSet row, @Nullable String input) throws SQLException {
    return new DataFlow(
        row.getString("let_expression"),
        row.getString("when_expression"),
        row.getString("output_expression"),
        row.getString("return_expression"),
        input,
        spread(row),
        row.getString("wait"),
        row.getString("call"));
  }

  private static @Nullable Spread spread(ResultSet row) throws SQLException {
    String list = row.getString("spread_expression");
    if (list == null) {
      return null;
    }
    String minSuccess = row.getString("spread_min_success");
    return new Spread(
        list,
        errors(row, minSuccess != null),
        minSuccess == null ? null : MinSuccess.parse(minSuccess),
        row.getInt("spread_parallel"));
  }

  private static Spread.Errors errors(ResultSet row, boolean minimum) throws SQLException {
    if (row.getBoolean("spread_fail_fast")) {
      return Spread.Errors.FAIL_FAST;
    }
    return row.getBoolean("spread_collect") && !minimum
        ? Spread.Errors.COLLECT
        : Spread.Errors.FAIL;
  }
}
