package dev.edgewise.server.config;

/** The bounds that hold whatever the configuration says. Units are last in the name. */
public final class Limits {

  // A task on submission.
  public static final int NAME_MAX_BYTES = 255;
  public static final int KIND_MAX_BYTES = 100;
  public static final int LOCAL_ID_MAX_BYTES = 255;
  public static final int TIMEOUT_MIN_SECS = 1;
  public static final int TIMEOUT_MAX_SECS = 86_400;
  public static final int TIMEOUT_DEFAULT_SECS = 60;
  public static final int METADATA_MAX_BYTES = 64 * 1024;
  public static final int PRIORITY_MIN = -1000;
  public static final int PRIORITY_MAX = 1000;
  public static final int ACTIONS_PER_TRIGGER_MAX = 16;
  public static final int RULES_PER_TASK_MAX = 16;
  public static final int MATCHERS_PER_TASK_MAX = 16;
  public static final int MATCHER_FIELDS_MAX = 16;
  public static final int URL_MAX_BYTES = 8192;
  public static final int HEADERS_MAX = 64;
  public static final int EXPRESSION_MAX_BYTES = 16 * 1024;
  public static final int START_AFTER_MAX_DAYS = 3650;

  public static final int IDEMPOTENCY_KEY_MAX_CHARS = 255;

  // A completion.
  public static final int FAILURE_REASON_MAX_BYTES = 64 * 1024;

  // Data flow.
  public static final int RESULT_MAX_BYTES = 1024 * 1024;
  public static final int INPUTS_MAX_BYTES = 1024 * 1024;
  public static final int SPREAD_MAX_ITEMS = 100_000;
  public static final int SPREAD_MAX_BYTES = 16 * 1024 * 1024;

  // What a webhook answers.
  public static final int RESPONSE_SHOWN_MAX_CHARS = 2_000;

  // Requests of any kind.
  public static final int REQUEST_LINE_MAX_BYTES = 16 * 1024;
  public static final int HEADERS_MAX_BYTES = 32 * 1024;

  // JSON documents of any kind.
  public static final int JSON_MAX_DEPTH = 200;

  /** How deep in a body a value may stand that has the depth above. */
  public static final int JSON_ENVELOPE_DEPTH = 10;

  public static final int JSON_MAX_NUMBER_DIGITS = 1000;

  // Workers.
  public static final int CLAIM_MAX_TASKS = 1000;
  public static final int CLAIM_MAX_WAIT_SECS = 60;
  public static final int COMPLETE_MAX_ITEMS = 10_000;

  // Schedules.
  public static final int SCHEDULE_MAX_DURATION_DAYS = 3_660;

  // Answers.
  public static final int PROBLEM_MAX_DETAILS = 100;
  public static final int QUOTED_VALUE_MAX_CHARS = 100;
  public static final int RETRY_AFTER_SECS = 1;
  public static final int PAGINATION_MAX = 10_000;
  public static final int BATCH_MAX_WAIT_SECS = 60;
  public static final int LEDGER_DEFAULT_ENTRIES = 1_000;
  public static final int LEDGER_MAX_ENTRIES = 10_000;

  // Drawings of a batch: the best layout up to a size, groups above another.
  public static final int LAYOUT_ELK_MAX_TASKS = 400;
  public static final int LAYOUT_ELK_MAX_EDGES = 1_200;
  public static final int LAYOUT_MAX_TASKS = 20_000;
  public static final int LAYOUT_MAX_GROUPS = 40;
  public static final int LAYOUTS_KEPT = 64;

  private Limits() {}
}
