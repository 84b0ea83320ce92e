package dev.edgewise.core.readiness;

import dev.edgewise.core.state.TaskState;
import java.util.Locale;

/** What an entry of the ledger tells of a task. */
public enum EntryType {
  /** Its batch was submitted; this names no task. */
  SUBMITTED,
  /** It was submitted with edges that are still open. */
  WAITING,
  /** It became ready, or ready again. */
  PENDING,
  /** The dispatcher took it. */
  CLAIMED,
  /** A worker took it, or its on_start call was answered. */
  RUNNING,
  SUCCESS,
  FAILURE,
  CANCELED,
  SKIPPED,
  PAUSED,
  /** It goes on; the detail names the state that it has again. */
  RESUMED,
  /** An attempt failed and another will follow. */
  RETRY_PENDING,
  /** It runs again; the detail names the state that it had. */
  RERUN,
  /** Its executor reported that it is at work; the state stays. */
  STARTED,
  /** Its executor reported that it still is; the state stays. */
  HEARTBEAT;

  private final String columnName = name().toLowerCase(Locale.ROOT);

  /** The spelling in the ledger. */
  public String columnName() {
    return columnName;
  }

  /** The entry that says that a task came to a state. */
  public static EntryType of(TaskState state) {
    return valueOf(state.name());
  }

  /** The entry type of a spelling in the ledger. */
  public static EntryType ofColumn(String columnName) {
    for (EntryType type : values()) {
      if (type.columnName.equals(columnName)) {
        return type;
      }
    }
    throw new IllegalArgumentException("the ledger has an entry of type " + columnName);
  }
}
