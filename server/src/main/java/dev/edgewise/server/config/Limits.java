package dev.edgewise.server.config;

import java.time.Duration;

/** The fixed limits, which no setting changes. Each name ends with its unit. */
public final class Limits {

  // A task on submission.
  public static final int NAME_MAX_BYTES = 255;
  public static final int KIND_MAX_BYTES = 100;
  public static final int LOCAL_ID_MAX_BYTES = 255;
  public static final int TIMEOUT_MIN_SECS = 1;
  public static final int TIMEOUT_MAX_SECS = 86_400;
  public static final int TIMEOUT_DEFAULT_SECS = 60;
  public static final int METADATA_MAX_BYTES = 64 * 1024;
  public static final int LABELS_MAX = 20;
  public static final int LABEL_KEY_MAX_BYTES = 100;
  public static final int LABEL_VALUE_MAX_BYTES = 255;
  public static final int PRIORITY_MIN = -1000;
  public static final int PRIORITY_MAX = 1000;
  public static final int ACTIONS_PER_TRIGGER_MAX = 16;
  public static final int RULES_PER_TASK_MAX = 16;
  public static final int MATCHERS_PER_TASK_MAX = 16;
  public static final int MATCHER_FIELDS_MAX = 16;
  public static final int FAIRNESS_KEY_MAX_BYTES = 100;
  public static final int FAIRNESS_WEIGHT_MAX = 100;
  public static final int RATE_MAX_STARTS = 1_000_000;
  public static final Duration RATE_MIN_PERIOD = Duration.ofMillis(1);
  public static final Duration RATE_MAX_PERIOD = Duration.ofDays(366);
  public static final int URL_MAX_BYTES = 8192;
  public static final int HEADERS_MAX = 64;
  public static final int EXPRESSION_MAX_BYTES = 16 * 1024;
  public static final int START_AFTER_MAX_DAYS = 3650;
  public static final int WAIT_MAX_DAYS = 3650;
  public static final int DEADLINE_MAX_DAYS = 3650;
  public static final int SIGNAL_NAME_MAX_BYTES = 200;
  public static final int SIGNAL_KEY_MAX_BYTES = 500;
  public static final int SIGNAL_ID_MAX_BYTES = 200;

  /** Number of signals of one name that wait for a task of a batch, or of one name and key. */
  public static final int SIGNALS_KEPT_MAX = 10_000;

  public static final int APPROVAL_TITLE_MAX_BYTES = 200;
  public static final int APPROVAL_TEXT_MAX_BYTES = 10 * 1024;
  public static final int APPROVAL_COMMENT_MAX_BYTES = 2_000;

  /** Of a decision in a request, in which each byte may be percent-encoded. */
  public static final int APPROVAL_DECISION_MAX_BYTES = 16 * 1024;

  public static final int IDEMPOTENCY_KEY_MAX_CHARS = 255;

  // A completion.
  public static final int FAILURE_REASON_MAX_BYTES = 64 * 1024;

  /** Number of bytes of the type, the message and the stack of an error together. */
  public static final int ERROR_MAX_BYTES = 32 * 1024;

  public static final int PROGRESS_MESSAGE_MAX_CHARS = 500;

  // Data flow.
  public static final int RESULT_MAX_BYTES = 1024 * 1024;
  public static final int INPUTS_MAX_BYTES = 1024 * 1024;

  /** Size of the JSON Schemas of all inputs of a workflow together. */
  public static final int SCHEMAS_MAX_BYTES = 64 * 1024;

  /** Number of parts of a JSON Schema, those that it refers to counted at each reference. */
  public static final int SCHEMA_MAX_PARTS = 10_000;

  /** Depth of a JSON Schema, through its references. */
  public static final int SCHEMA_MAX_DEPTH = 100;

  /** Parts of a schema times the values in the input that it checks, for all inputs of a run. */
  public static final long SCHEMA_MAX_CHECKS = 1_000_000;

  public static final int SCHEMA_MAX_VIOLATIONS = 50;

  public static final int SPREAD_MAX_ITEMS = 100_000;
  public static final int SPREAD_MAX_BYTES = 16 * 1024 * 1024;

  // One evaluation: of a single expression, or of all expressions in an input or an action.
  public static final long EXPRESSION_MAX_STEPS = 5_000_000;
  public static final long EXPRESSION_MAX_MEMORY_BYTES = 64L * 1024 * 1024;
  public static final int EXPRESSION_MAX_SECS = 10;

  /** Size of the JSON values that one evaluation may read. */
  public static final int EXPRESSION_MAX_READ_BYTES = 32 * 1024 * 1024;

  /** Size of a text that an expression builds, and of a rendered input or action. */
  public static final int EXPRESSION_MAX_TEXT_BYTES = 16 * 1024 * 1024;

  /** Length of an expression after its macros are expanded. */
  public static final int EXPRESSION_MAX_EXPANDED_CHARS = 256 * 1024;

  /** Length of a time, a duration or the name of a zone that an expression reads. */
  public static final int EXPRESSION_MAX_TIME_CHARS = 200;

  /** Number of parts of a regular expression after its repetitions are expanded. */
  public static final int EXPRESSION_MAX_PATTERN_PARTS = 50_000;

  // All evaluations that follow from one completion, or from one submission.
  public static final long TRANSACTION_MAX_STEPS = 10 * EXPRESSION_MAX_STEPS;
  public static final long TRANSACTION_MAX_MEMORY_BYTES = 2 * EXPRESSION_MAX_MEMORY_BYTES;
  public static final int TRANSACTION_MAX_SECS = 6 * EXPRESSION_MAX_SECS;

  // All evaluations of a group commit, or one input or action that is rendered for an executor.
  // What
  // exceeds these is evaluated on a thread of its own.
  public static final long BRIEF_MAX_STEPS = 50_000;
  public static final long BRIEF_MAX_MEMORY_BYTES = 8L * 1024 * 1024;
  public static final int BRIEF_MAX_MILLIS = 50;

  /** Number of claimed tasks of a lane whose inputs are evaluated on that thread or wait for it. */
  public static final int INPUTS_LATE_PER_LANE_MAX = 500;

  /** Number of webhook calls that wait for that thread without a place at their host. */
  public static final int ACTIONS_LATE_MAX = 1_000;

  /** How long a claim lasts whose input is being evaluated; it is renewed at a third of this. */
  public static final int INPUT_LATE_LEASE_SECS = 30;

  /** Length of the evaluated inputs that are kept for the next claims of their tasks. */
  public static final int INPUTS_KEPT_MAX_CHARS = 32 * 1024 * 1024;

  /** How long an evaluated input is kept. */
  public static final int INPUTS_KEPT_SECS = 600;

  // Cache of compiled expressions, measured by the length of their texts.
  public static final int COMPILED_MAX_CHARS = 4 * 1024 * 1024;

  // Responses of webhook receivers.
  public static final int RESPONSE_SHOWN_MAX_CHARS = 2_000;
  public static final int RESPONSE_LINE_MAX_BYTES = 16 * 1024;
  public static final int RESPONSE_HEADERS_MAX = 128;
  public static final int RESPONSE_INTERIM_MAX = 100;

  // Delivery conflicts remembered, so that each is counted once; the oldest is forgotten first.
  public static final int CONFLICTS_REMEMBERED_MAX = 10_000;

  // Requests of any kind.
  public static final int REQUEST_LINE_MAX_BYTES = 16 * 1024;
  public static final int HEADERS_MAX_BYTES = 32 * 1024;
  public static final int CHUNK_LINE_MAX_BYTES = 4 * 1024;

  /**
   * The first bytes of each request body have a memory budget of their own: this fraction (1/n) of
   * the heap, for all requests together.
   */
  public static final int BODY_BEGINNING_BYTES = 64 * 1024;

  public static final int BODY_BEGINNINGS_MEMORY_PART = 32;

  /**
   * The bytes after the beginning, for all requests together, may fill this fraction (1/n) of the
   * heap. The objects parsed from them take several times as much.
   */
  public static final int BODY_RESTS_MEMORY_PART = 8;

  /**
   * A body may take this time to arrive, plus one second for every {@link #BODY_MIN_BYTES_PER_SEC}.
   */
  public static final int BODY_GRACE_SECS = 30;

  public static final int BODY_MIN_BYTES_PER_SEC = 64 * 1024;

  /**
   * How much of a refused body the server still reads: a client that cannot finish sending does not
   * read the answer.
   */
  public static final long DISCARD_MAX_BYTES = 64L * 1024 * 1024;

  public static final int DISCARD_MAX_SECS = 10;

  // JSON documents of any kind.
  public static final int JSON_MAX_DEPTH = 200;

  /** Levels of nesting that a body may add around a value of {@link #JSON_MAX_DEPTH}. */
  public static final int JSON_ENVELOPE_DEPTH = 10;

  public static final int JSON_MAX_NUMBER_DIGITS = 1000;

  // Workers.
  public static final int CLAIM_MAX_TASKS = 1000;
  public static final int CLAIM_MAX_WAIT_SECS = 60;
  public static final int COMPLETE_MAX_ITEMS = 10_000;

  // Logs of tasks.
  public static final int LOG_LEVEL_MAX_CHARS = 20;

  /** Size of a page of a log; it ends there even if it has fewer lines than were asked for. */
  public static final int LOG_PAGE_MAX_BYTES = 4 * 1024 * 1024;

  /** Number of requests that write lines at the same time. */
  public static final int LOG_WRITERS_MAX = 2;

  /** How long a request waits for its turn to write. */
  public static final int LOG_MAX_WAIT_SECS = 20;

  // The server's own log.
  /** Final failures of tasks that are logged in a row, and then for each second. */
  public static final int FAILURES_LOGGED_BURST = 100;

  public static final int FAILURES_LOGGED_PER_SEC = 10;
  public static final int FAILURE_REASON_LOGGED_MAX_CHARS = 1_000;

  // Queues inside the server; when one is full, requests are refused at once.
  public static final int COMMANDS_MAX_UNDER_WAY = 20_000;
  public static final int CALL_RESULTS_MAX_QUEUED = 1_000;
  public static final int CONFLICTING_CALLS_MAX = 1_000;
  public static final int COUNTERS_MAX_TASKS = 100_000;
  public static final int CLAIMS_MAX_WAITING = 50_000;
  public static final int LANES_MAX_REMEMBERED = 10_000;
  public static final int LOOKUPS_MAX_QUEUED = 1_000;

  // Waits inside the server.
  /** How long a request waits for its transaction; as long as the socket timeout of a statement. */
  public static final int COMMIT_MAX_WAIT_SECS = 120;

  /** How long an answer that has begun waits for a connection to read its next part. */
  public static final int BEGUN_ANSWER_MAX_WAIT_SECS = 100;

  /** Readiness reports a thread as stuck when one piece of work takes longer than this. */
  public static final int WORK_STUCK_AFTER_SECS = 180;

  /**
   * How long a stop waits for open webhook calls; another server repeats those that it cuts off.
   */
  public static final int STOP_MAX_CALLS_SECS = 10;

  /** A stop may take at least this long, even when DRAIN_TIMEOUT_SECS is shorter. */
  public static final int STOP_LEAST_SECS = 5;

  /** How long a stop waits for the thread of one loop. */
  public static final int STOP_MAX_JOIN_SECS = 30;

  // Access.
  public static final int KEY_KINDS_MAX = 100;

  /** The last use of a key is recorded again after this time. */
  public static final int KEY_USE_RECORD_SECS = 60;

  /** How long the former secret of a key stays valid after a rotation. */
  public static final int KEY_ROTATION_GRACE_SECS = 24 * 3600;

  /** How long a browser stays signed in. */
  public static final int SESSION_MAX_SECS = 12 * 3600;

  /** Sessions of one key; the oldest end first. */
  public static final int SESSIONS_PER_KEY_MAX = 100;

  /** How often the server looks whether its certificate has changed. */
  public static final int TLS_LOOK_MILLIS = 1_000;

  /** What is remembered of a key, session or workspace is read again after this time. */
  public static final int ACCESS_REFRESH_MILLIS = 2_000;

  /** What is older is not used before it was read again: a revoked key ends within 5 s. */
  public static final int ACCESS_MAX_AGE_MILLIS = 4_000;

  /** Number of keys, sessions and workspaces remembered, and as many that do not exist. */
  public static final int ACCESS_REMEMBERED_MAX = 10_000;

  /** Number of requests that look a key up in the database at the same time. */
  public static final int ACCESS_LOOKUPS_MAX = 2;

  /** How long a request waits for its turn to look a key up. */
  public static final int ACCESS_LOOKUP_MAX_WAIT_SECS = 5;

  /** Failed authentications of one address that are answered in a row. */
  public static final int AUTH_FAILURES_BURST = 200;

  /** After so many seconds one more failed authentication of an address is answered. */
  public static final int AUTH_FAILURE_SECS = 1;

  /** Addresses whose failures are counted apart. */
  public static final int AUTH_FAILURE_ADDRESSES_MAX = 10_000;

  // Secrets of actions.
  public static final int SECRET_NAME_MAX_CHARS = 100;

  /** A shorter value could not be masked in what receivers answer. */
  public static final int SECRET_MIN_CHARS = 4;

  public static final int SECRET_MAX_BYTES = 16 * 1024;

  // JWTs.
  public static final int JWT_CLOCK_SKEW_SECS = 30;
  public static final int JWT_SUBJECT_MAX_CHARS = 255;
  public static final int JWKS_MAX_BYTES = 256 * 1024;
  public static final int JWKS_MAX_SECS = 5;

  /** How long a key set from a URL is used before it is read again. */
  public static final int JWKS_MAX_AGE_SECS = 300;

  /** How long the last key set is used while the URL cannot be read. */
  public static final int JWKS_OUTAGE_MAX_SECS = 3600;

  /** A key that the set does not have makes it be read again, twice in this time at most. */
  public static final int JWKS_LEAST_INTERVAL_SECS = 10;

  // Schedules.
  public static final int SCHEDULE_MAX_DURATION_DAYS = 3_660;
  public static final int BACKFILL_MAX_TICKS = 100_000;
  public static final int BACKFILL_MAX_PARALLEL = 1_000;
  public static final int BACKFILL_DEFAULT_PARALLEL = 100;

  // Answers.
  public static final int PROBLEM_MAX_DETAILS = 100;
  public static final int QUOTED_VALUE_MAX_CHARS = 100;
  public static final int RETRY_AFTER_SECS = 1;
  public static final int PAGINATION_MAX = 10_000;
  public static final int LIST_DEFAULT_ITEMS = 50;
  public static final int LIST_MAX_ITEMS = 1_000;
  public static final int BATCH_MAX_WAIT_SECS = 60;

  /** How many of the newest batches GET /v1/failures looks at for failures. */
  public static final int FAILURES_MAX_BATCHES = 100_000;

  /** How many tasks of the batches with failures it reads; a larger batch is read whole. */
  public static final int FAILURES_MAX_TASKS = 1_000_000;

  /** How many failures it counts. */
  public static final int FAILURES_MAX_COUNTED = 200_000;

  /** How many tasks of POST /v1/tasks/bulk are read and changed together. */
  public static final int BULK_TASKS_AT_ONCE = 500;

  public static final int BULK_SAMPLE = 10;

  /** Number of requests that follow batches and read from the database at the same time. */
  public static final int FOLLOWERS_READING_MAX = 2;

  /** How long a request that follows a batch waits for its turn to read. */
  public static final int FOLLOWERS_MAX_WAIT_SECS = 20;

  /** Items on a page of a list under /v1, when the request does not say. */
  public static final int LEDGER_DEFAULT_ENTRIES = 1_000;

  public static final int LEDGER_MAX_ENTRIES = 10_000;

  /** Workspaces that have series of their own in the metrics; the others share one. */
  public static final int METRICS_MAX_WORKSPACES = 50;

  // Layouts of a batch: ELK up to the first size, groups of tasks above LAYOUT_MAX_TASKS.
  public static final int LAYOUT_ELK_MAX_TASKS = 400;
  public static final int LAYOUT_ELK_MAX_EDGES = 1_200;
  public static final int LAYOUT_MAX_TASKS = 20_000;
  public static final int LAYOUT_MAX_GROUPS = 40;
  public static final int LAYOUTS_KEPT = 64;

  /** How long a request waits while ELK lays out another batch, and then for its own layout. */
  public static final int LAYOUT_ELK_MAX_WAIT_SECS = 2;

  public static final int LAYOUT_ELK_MAX_SECS = 10;

  private Limits() {}

  /** The longest answer of a tool that an agent calls by the Model Context Protocol. */
  public static final int TOOL_ANSWER_MAX_BYTES = 1024 * 1024;
}
