package dev.edgewise.server.store.audit;

import java.util.Locale;

/** What a person or key can change; the name is written {@code batch.submit}. */
public enum AuditAction {
  BATCH_SUBMIT,
  BATCH_GROW,
  BATCH_STOP,
  BATCH_PAUSE,
  BATCH_RESUME,
  BATCH_RERUN,
  BATCH_RULES,
  TASK_CANCEL,
  TASK_PAUSE,
  TASK_RESUME,
  TASK_RERUN,
  TASK_UPDATE,
  TASK_APPROVE,
  TASK_REJECT,
  SIGNAL_SEND,
  DELIVERY_REPLAY,
  WORKFLOW_PUT,
  WORKFLOW_DELETE,
  SCHEDULE_PUT,
  SCHEDULE_PAUSE,
  SCHEDULE_RESUME,
  SCHEDULE_DELETE,
  SCHEDULE_TRIGGER,
  SCHEDULE_BACKFILL,
  BACKFILL_CANCEL,
  KEY_CREATE,
  KEY_REVOKE,
  KEY_ROTATE,
  SECRET_PUT,
  SECRET_DELETE,
  WORKSPACE_PUT,
  WORKSPACE_DELETE;

  private final String word = name().toLowerCase(Locale.ROOT).replace('_', '.');

  /** The name in the table and in the API. */
  public String word() {
    return word;
  }
}
