package dev.edgewise.core.readiness;

import dev.edgewise.core.state.TaskState;
import java.util.Locale;

/** The type of a ledger entry about a task. */
public enum EntryType {
  /** The batch was submitted; the entry names no task. */
  SUBMITTED,
  /** The task was submitted with open edges. */
  WAITING,
  /** The task became ready, or ready again. */
  PENDING,
  /** The dispatcher claimed the task. */
  CLAIMED,
  /** A worker claimed the task, or its on_start call was accepted. */
  RUNNING,
  SUCCESS,
  FAILURE,
  CANCELED,
  SKIPPED,
  PAUSED,
  /** The task was resumed; the detail names the restored state. */
  RESUMED,
  /** An attempt failed and will be retried. */
  RETRY_PENDING,
  /** The task was rerun; the detail names its previous state. */
  RERUN,
  /** The executor reported that it has started; the state does not change. */
  STARTED,
  /** The executor reported that it is still running; the state does not change. */
  HEARTBEAT;

  private final String columnName = name().toLowerCase(Locale.ROOT);

  /** The spelling in the ledger. */
  public String columnName() {
    return columnName;
  }

  /** Returns the entry type for a move to a state. */
  public static EntryType of(TaskState state) {
    return valueOf(state.name());
  }

  /** Returns the entry type with this spelling. */
  public static EntryType ofColumn(String columnName) {
    for (EntryType type : values()) {
      if (type.columnName.equals(columnName)) {
        return type;
      }
    }
    throw new IllegalArgumentException("unknown type of a ledger entry: " + columnName);
  }
}
