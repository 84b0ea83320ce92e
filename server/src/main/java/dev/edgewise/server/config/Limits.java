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

  // One evaluation: an expression, or all in an input or an action.
  public static final long EXPRESSION_MAX_STEPS = 5_000_000;
  public static final long EXPRESSION_MAX_MEMORY_BYTES = 64L * 1024 * 1024;
  public static final int EXPRESSION_MAX_SECS = 10;

  /** How much JSON text the values may have that one evaluation reads. */
  public static final int EXPRESSION_MAX_READ_BYTES = 32 * 1024 * 1024;

  /** How large a text or a rendered input or action may become. */
  public static final int EXPRESSION_MAX_TEXT_BYTES = 16 * 1024 * 1024;

  /** How large the macros of an expression may make it, in characters. */
  public static final int EXPRESSION_MAX_EXPANDED_CHARS = 256 * 1024;

  /** How long a time, a duration or the name of a zone may be that an expression reads. */
  public static final int EXPRESSION_MAX_TIME_CHARS = 200;

  /** How many parts a regular expression may have once its repetitions are written out. */
  public static final int EXPRESSION_MAX_PATTERN_PARTS = 50_000;

  // All evaluations that follow from one completion, or from one submission.
  public static final long TRANSACTION_MAX_STEPS = 10 * EXPRESSION_MAX_STEPS;
  public static final long TRANSACTION_MAX_MEMORY_BYTES = 2 * EXPRESSION_MAX_MEMORY_BYTES;
  public static final int TRANSACTION_MAX_SECS = 6 * EXPRESSION_MAX_SECS;

  // All evaluations on a thread that others wait for. What takes more is evaluated aside.
  public static final long BRIEF_MAX_STEPS = 50_000;
  public static final long BRIEF_MAX_MEMORY_BYTES = 8L * 1024 * 1024;
  public static final int BRIEF_MAX_MILLIS = 50;

  // Compiled expressions that are kept, by the length of their texts.
  public static final int COMPILED_MAX_CHARS = 4 * 1024 * 1024;

  // What a webhook answers.
  public static final int RESPONSE_SHOWN_MAX_CHARS = 2_000;
  public static final int RESPONSE_LINE_MAX_BYTES = 16 * 1024;
  public static final int RESPONSE_HEADERS_MAX = 128;
  public static final int RESPONSE_INTERIM_MAX = 100;

  // Deliveries that another caller is making: beyond this the oldest is counted again.
  public static final int CONFLICTS_REMEMBERED_MAX = 10_000;

  // Requests of any kind.
  public static final int REQUEST_LINE_MAX_BYTES = 16 * 1024;
  public static final int HEADERS_MAX_BYTES = 32 * 1024;
  public static final int CHUNK_LINE_MAX_BYTES = 4 * 1024;

  /**
   * What of a body counts as its beginning, and what part of the memory all beginnings may fill.
   */
  public static final int BODY_BEGINNING_BYTES = 64 * 1024;

  public static final int BODY_BEGINNINGS_MEMORY_PART = 32;

  /**
   * What part of the memory the rest of all bodies may fill: what they say takes several times
   * more.
   */
  public static final int BODY_RESTS_MEMORY_PART = 8;

  /** How long a body may take to arrive: so long, and longer for a body that is large. */
  public static final int BODY_GRACE_SECS = 30;

  public static final int BODY_MIN_BYTES_PER_SEC = 64 * 1024;

  /** How much of a refused body is still read, so that its client gets to see the answer. */
  public static final long DISCARD_MAX_BYTES = 64L * 1024 * 1024;

  public static final int DISCARD_MAX_SECS = 10;

  // JSON documents of any kind.
  public static final int JSON_MAX_DEPTH = 200;

  /** How deep in a body a value may stand that has the depth above. */
  public static final int JSON_ENVELOPE_DEPTH = 10;

  public static final int JSON_MAX_NUMBER_DIGITS = 1000;

  // Workers.
  public static final int CLAIM_MAX_TASKS = 1000;
  public static final int CLAIM_MAX_WAIT_SECS = 60;
  public static final int COMPLETE_MAX_ITEMS = 10_000;

  // Queues inside the server; beyond them a request is refused at once.
  public static final int COMMANDS_MAX_UNDER_WAY = 20_000;
  public static final int CALL_RESULTS_MAX_QUEUED = 1_000;
  public static final int CONFLICTING_CALLS_MAX = 1_000;
  public static final int COUNTERS_MAX_TASKS = 100_000;
  public static final int CLAIMS_MAX_WAITING = 50_000;
  public static final int LANES_MAX_REMEMBERED = 10_000;
  public static final int LOOKUPS_MAX_QUEUED = 1_000;

  // Waits inside the server.
  /** No transaction is waited for longer; it is as long as a statement may go without an answer. */
  public static final int COMMIT_MAX_WAIT_SECS = 120;

  /** A thread that has not ended a piece of work by then is stuck, rather than slow. */
  public static final int WORK_STUCK_AFTER_SECS = 180;

  /** How long a stop waits for open webhook calls; the next server makes them again. */
  public static final int STOP_MAX_CALLS_SECS = 10;

  /** A stop may take so long even where the drain time is shorter. */
  public static final int STOP_LEAST_SECS = 5;

  /** How long the stop of a part waits for its thread. */
  public static final int STOP_MAX_JOIN_SECS = 30;

  // Schedules.
  public static final int SCHEDULE_MAX_DURATION_DAYS = 3_660;

  // Answers.
  public static final int PROBLEM_MAX_DETAILS = 100;
  public static final int QUOTED_VALUE_MAX_CHARS = 100;
  public static final int RETRY_AFTER_SECS = 1;
  public static final int PAGINATION_MAX = 10_000;
  public static final int BATCH_MAX_WAIT_SECS = 60;

  /** How many of those who follow batches read from the database at the same time. */
  public static final int FOLLOWERS_READING_MAX = 2;

  /** How long a request that follows a batch, or reads a ledger, waits for others to read. */
  public static final int FOLLOWERS_MAX_WAIT_SECS = 20;

  public static final int LEDGER_DEFAULT_ENTRIES = 1_000;
  public static final int LEDGER_MAX_ENTRIES = 10_000;

  // Drawings of a batch: the best layout up to a size, groups above another.
  public static final int LAYOUT_ELK_MAX_TASKS = 400;
  public static final int LAYOUT_ELK_MAX_EDGES = 1_200;
  public static final int LAYOUT_MAX_TASKS = 20_000;
  public static final int LAYOUT_MAX_GROUPS = 40;
  public static final int LAYOUTS_KEPT = 64;

  /** How long a request waits for the best layout of another batch, and then for its own. */
  public static final int LAYOUT_ELK_MAX_WAIT_SECS = 2;

  public static final int LAYOUT_ELK_MAX_SECS = 10;

  private Limits() {}
}
