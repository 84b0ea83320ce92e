package dev.edgewise.server.http.read;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.store.read.BatchRow;
import dev.edgewise.server.store.read.EdgeRow;
import dev.edgewise.server.store.read.Edges;
import dev.edgewise.server.store.read.Edges.Choice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An edge's place in the list of a batch's edges: those inside the batch come first, by the numbers
 * of their tasks, then those from or to other batches, by the IDs of theirs.
 */
record EdgePosition(TaskKey parent, TaskKey child) {
  private static final int TASKS_AT_ONCE = 1_000;

  static EdgePosition of(EdgeRow row) {
    return new EdgePosition(row.parent(), row.child());
  }

  String text() {
    return parent.publicId() + "/" + child.publicId();
  }

  static EdgePosition parse(String text) {
    String[] ids = text.split("/", -1);
    if (ids.length != 2) {
      throw new IllegalArgumentException();
    }
    return new EdgePosition(
        TaskKey.of(UUID.fromString(ids[0])), TaskKey.of(UUID.fromString(ids[1])));
  }

  private boolean inside(BatchRow batch) {
    return parent.batchId().equals(batch.batchId()) && child.batchId().equals(batch.batchId());
  }

  private boolean precedes(EdgeRow row) {
    return parent.no() < row.parent().no()
        || (parent.no() == row.parent().no() && child.no() < row.child().no());
  }

  /**
   * Reads the edges behind a position.
   *
   * @param after null for the beginning of the list
   * @param wanted how many are enough
   */
  static List<EdgeRow> behind(
      @Nullable EdgePosition after, BatchRow batch, int wanted, Choice choice, Edges edges) {
    List<EdgeRow> found = new ArrayList<>();
    if (after == null || after.inside(batch)) {
      int no = after == null ? 0 : after.parent.no() - 1;
      while (no < batch.lastNo() && found.size() < wanted) {
        int last = (int) Math.min((long) no + TASKS_AT_ONCE, batch.lastNo());
        edges.run(batch.batchId(), no, last, choice).stream()
            .filter(row -> after == null || after.precedes(row))
            .limit(wanted - (long) found.size())
            .forEach(found::add);
        no = last;
      }
    }
    if (found.size() < wanted) {
      String last = after == null || after.inside(batch) ? "" : after.text();
      edges.foreign(batch.batchId(), choice).stream()
          .filter(row -> of(row).text().compareTo(last) > 0)
          .sorted(Comparator.comparing(row -> of(row).text()))
          .limit(wanted - (long) found.size())
          .forEach(found::add);
    }
    return found;
  }
}
