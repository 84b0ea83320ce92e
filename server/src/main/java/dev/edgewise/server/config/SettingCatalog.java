package dev.edgewise.server.config;

import static dev.edgewise.server.config.SettingParsers.millis;
import static dev.edgewise.server.config.SettingParsers.oneOf;
import static dev.edgewise.server.config.SettingParsers.seconds;
import static dev.edgewise.server.config.SettingParsers.whole;
import static dev.edgewise.server.config.SettingParsers.wholeLong;

import java.net.URI;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Declares every setting, in the order in which the help lists them. */
public final class SettingCatalog {

  private static final int DAY_SECS = 86_400;
  private static final List<Setting<?>> DECLARED = new ArrayList<>();

  /** Every setting, in order of declaration. */
  public static final List<Setting<?>> ALL = Collections.unmodifiableList(DECLARED);

  /** The flag that names the properties file. */
  public static final String CONFIG_FLAG = "--config";

  /** The environment variable that names the properties file. */
  public static final String CONFIG_VARIABLE = "EDGEWISE_CONFIG";

  // HTTP.
  static final Setting<Integer> PORT =
      add("PORT", whole(0, 65_535), "8085", "TCP port to listen on; 0 chooses a free one");
  static final Setting<String> BIND_ADDRESS =
      add(
          "BIND_ADDRESS",
          SettingParsers::word,
          "",
          "address to listen on; unset: 127.0.0.1 with the embedded database, else 0.0.0.0");
  static final Setting<URI> HOST_URL =
      add(
          "HOST_URL",
          SettingParsers::httpUrl,
          "",
          "URL at which webhook receivers reach this server; unset: localhost");
  static final Setting<Path> TLS_CERT_FILE =
      add(
          "TLS_CERT_FILE",
          SettingParsers::certificateFile,
          "",
          "PEM file with the certificate, followed by those of its issuers, with which PORT speaks"
              + " HTTPS; read again when it changes; unset: HTTP");
  static final Setting<Path> TLS_KEY_FILE =
      add(
          "TLS_KEY_FILE",
          SettingParsers::keyFile,
          "",
          "PEM file with the private key of TLS_CERT_FILE, in PKCS#8 form without a password");
  static final Setting<Path> TLS_CLIENT_CA_FILE =
      add(
          "TLS_CLIENT_CA_FILE",
          SettingParsers::certificateFile,
          "",
          "PEM file with authorities; clients must present a certificate of one of them, except to"
              + " health routes");
  static final Setting<Set<String>> ALLOWED_HOSTS =
      add(
          "ALLOWED_HOSTS",
          SettingParsers::names,
          "",
          "host names that clients may use besides localhost and the host of HOST_URL; requests"
              + " for other hosts are refused");
  static final Setting<Long> MAX_BODY_BYTES =
      add("MAX_BODY_BYTES", wholeLong(1024, 1L << 30), "67108864", "largest request body");
  static final Setting<Integer> MAX_TASKS_PER_BATCH =
      add(
          "MAX_TASKS_PER_BATCH",
          whole(1, 10_000_000),
          "1000000",
          "most tasks in one batch, the items of its spreads included");
  static final Setting<Integer> MAX_CONNECTIONS =
      add("MAX_CONNECTIONS", whole(1, 1_000_000), "20000", "most open client connections");
  static final Setting<Integer> MAX_EVENT_STREAMS =
      add("MAX_EVENT_STREAMS", whole(1, 1_000_000), "2000", "most open streams of events");
  static final Setting<Duration> IDLE_TIMEOUT_SECS =
      add(
          "IDLE_TIMEOUT_SECS",
          seconds(1, DAY_SECS),
          "300",
          "a client that sends nothing, or reads nothing of an answer, for this time is"
              + " disconnected");
  static final Setting<Duration> DRAIN_TIMEOUT_SECS =
      add(
          "DRAIN_TIMEOUT_SECS",
          seconds(0, 3600),
          "30",
          "longest time a stop may take, including the wait for open requests");
  static final Setting<Integer> PAGINATION_DEFAULT =
      add("PAGINATION_DEFAULT", whole(1, Limits.PAGINATION_MAX), "50", "page size of lists");
  static final Setting<Integer> PAGINATION_MAX =
      add("PAGINATION_MAX", whole(1, Limits.PAGINATION_MAX), "100", "largest page size of lists");

  // Access.
  static final Setting<AuthMode> AUTH =
      add(
          "AUTH",
          oneOf(AuthMode.class),
          "",
          "none or keys; unset: none while BIND_ADDRESS is a loopback address, else keys");
  static final Setting<Secret> METRICS_TOKEN =
      addSecret(
          "METRICS_TOKEN",
          text -> new Secret(SettingParsers.word(text)),
          text -> Secret.MASK,
          "bearer token that admits to /metrics when AUTH is keys; unset: a key with the scope"
              + " read");
  static final Setting<String> AUTH_JWT_ISSUER =
      add(
          "AUTH_JWT_ISSUER",
          SettingParsers::word,
          "",
          "issuer of the JWTs to accept besides keys; needs AUTH_JWT_AUDIENCE and AUTH_JWKS");
  static final Setting<String> AUTH_JWT_AUDIENCE =
      add("AUTH_JWT_AUDIENCE", SettingParsers::word, "", "audience that a JWT must name");
  static final Setting<JwksLocation> AUTH_JWKS =
      add(
          "AUTH_JWKS",
          SettingParsers::jwksLocation,
          "",
          "URL or file of the JSON Web Key Set that JWTs are verified with");
  static final Setting<String> AUTH_JWT_SCOPE_CLAIM =
      add(
          "AUTH_JWT_SCOPE_CLAIM",
          SettingParsers::word,
          "scope",
          "claim with the scopes: a list, or a text with spaces in between");
  static final Setting<String> AUTH_JWT_TENANT_CLAIM =
      add("AUTH_JWT_TENANT_CLAIM", SettingParsers::word, "tenant", "claim with the tenant");
  static final Setting<String> AUTH_JWT_WORKSPACE_CLAIM =
      add(
          "AUTH_JWT_WORKSPACE_CLAIM",
          SettingParsers::word,
          "workspace",
          "claim with the workspace");

  static final Setting<List<Secret>> SECRETS_KEY =
      addSecret(
          "SECRETS_KEY",
          SettingParsers::secretsKeys,
          text -> Secret.MASK,
          "base64 of the 32 random bytes that encrypt secrets, comma-separated for rotation; unset:"
              + " no secrets");

  // Database.
  static final Setting<DatabaseUrl> DATABASE_URL =
      addSecret(
          "DATABASE_URL",
          DatabaseUrl::parse,
          DatabaseUrl::masked,
          "PostgreSQL to use; separate several hosts with commas; unset: the embedded one");
  static final Setting<Path> EDGEWISE_DATA_DIR =
      add(
          "EDGEWISE_DATA_DIR",
          SettingParsers::path,
          "./edgewise-data",
          "directory of the embedded database");
  static final Setting<Integer> POOL_MAX_SIZE =
      add("POOL_MAX_SIZE", whole(2, 1000), "10", "most database connections of this server");
  static final Setting<Duration> DATABASE_WAIT_SECS =
      add(
          "DATABASE_WAIT_SECS",
          seconds(1, DAY_SECS),
          "60",
          "how long a start waits for a database that cannot be reached");

  // Engine.
  static final Setting<Duration> WORKER_CLAIM_TIMEOUT_SECS =
      add(
          "WORKER_CLAIM_TIMEOUT_SECS",
          seconds(1, DAY_SECS),
          "30",
          "age at which a claim that its server no longer renews is released");
  static final Setting<Boolean> DEAD_END_CANCEL_ENABLED =
      add(
          "DEAD_END_CANCEL_ENABLED",
          SettingParsers::flag,
          "1",
          "cancel tasks whose children have all ended");
  static final Setting<Integer> RETRY_MAX_RETRIES_LIMIT =
      add("RETRY_MAX_RETRIES_LIMIT", whole(1, 1000), "10", "largest max_retries of a task");
  static final Setting<Integer> RETRY_MAX_DELAY_LIMIT =
      add("RETRY_MAX_DELAY_LIMIT", whole(1, 30 * DAY_SECS), "3600", "largest max_delay_secs");
  static final Setting<Duration> SIGNAL_TTL_SECS =
      add(
          "SIGNAL_TTL_SECS",
          seconds(1, 365 * DAY_SECS),
          Integer.toString(DAY_SECS),
          "how long a signal to a workspace is kept for a task that waits for it");
  static final Setting<Integer> CALL_DEPTH_MAX =
      add(
          "CALL_DEPTH_MAX",
          whole(1, 100),
          "10",
          "largest number of calls of workflows inside one another");
  static final Setting<Long> LOG_MAX_BYTES_PER_ATTEMPT =
      add(
          "LOG_MAX_BYTES_PER_ATTEMPT",
          wholeLong(0, 64L << 20),
          "1048576",
          "most bytes that an attempt may log; later lines are dropped");
  static final Setting<Duration> RETRY_LOOP_INTERVAL_MS =
      add(
          "RETRY_LOOP_INTERVAL_MS",
          millis(1, 3_600_000),
          "1000",
          "longest time between two checks for due retries and timeouts");

  // Webhooks.
  static final Setting<Integer> WORKER_WEBHOOK_CONCURRENCY =
      add("WORKER_WEBHOOK_CONCURRENCY", whole(1, 100_000), "256", "webhook calls open at once");
  static final Setting<Integer> WEBHOOK_HOST_CONCURRENCY =
      add("WEBHOOK_HOST_CONCURRENCY", whole(1, 100_000), "64", "webhook calls open to one host");
  static final Setting<Duration> WEBHOOK_TIMEOUT_SECS =
      add("WEBHOOK_TIMEOUT_SECS", seconds(1, 3600), "10", "longest webhook call");
  static final Setting<Integer> WEBHOOK_MAX_DELIVERIES =
      add("WEBHOOK_MAX_DELIVERIES", whole(1, 1000), "20", "calls before a delivery is given up");
  static final Setting<List<Secret>> WEBHOOK_SIGNING_SECRET =
      addSecret(
          "WEBHOOK_SIGNING_SECRET",
          SettingParsers::signingSecrets,
          text -> Secret.MASK,
          "whsec_<base64>, comma-separated for rotation; unset: webhooks are not signed");
  static final Setting<List<X509Certificate>> WEBHOOK_CA_FILE =
      add(
          "WEBHOOK_CA_FILE",
          SettingParsers::certificates,
          "",
          "PEM file with authorities that webhook calls trust besides the public ones");
  static final Setting<Boolean> SKIP_SSRF_VALIDATION =
      add("SKIP_SSRF_VALIDATION", SettingParsers::flag, "0", "allow webhooks to any address");
  static final Setting<Set<String>> WEBHOOK_ALLOWED_HOSTS =
      add(
          "WEBHOOK_ALLOWED_HOSTS",
          SettingParsers::names,
          "",
          "hosts that webhooks may call although their address is private");
  static final Setting<Set<String>> BLOCKED_HOSTNAMES =
      add(
          "BLOCKED_HOSTNAMES",
          SettingParsers::names,
          "",
          "hosts that webhooks may not call, besides the built-in ones");
  static final Setting<Set<String>> BLOCKED_HOSTNAME_SUFFIXES =
      add(
          "BLOCKED_HOSTNAME_SUFFIXES",
          SettingParsers::names,
          "",
          "host name suffixes that webhooks may not call, besides the built-in ones");

  // Retention.
  static final Setting<Boolean> RETENTION_ENABLED =
      add(
          "RETENTION_ENABLED",
          SettingParsers::flag,
          "0",
          "delete batches that ended, and audit entries made, more than RETENTION_DAYS ago");
  static final Setting<Duration> RETENTION_DAYS =
      add(
          "RETENTION_DAYS",
          SettingParsers::days,
          "30",
          "age at which ended batches and audit entries are deleted; fractions allowed");
  static final Setting<Duration> RETENTION_CLEANUP_INTERVAL_SECS =
      add(
          "RETENTION_CLEANUP_INTERVAL_SECS",
          seconds(1, DAY_SECS),
          "3600",
          "time between two clean-ups");
  static final Setting<Integer> RETENTION_BATCH_SIZE =
      add(
          "RETENTION_BATCH_SIZE",
          whole(1, 1_000_000),
          "1000",
          "most tasks, or audit entries, deleted in one step");

  // Observation.
  static final Setting<LogFormat> LOG_FORMAT =
      add("LOG_FORMAT", oneOf(LogFormat.class), "human", "human or json");
  static final Setting<LogLevel> LOG_LEVEL =
      add("LOG_LEVEL", oneOf(LogLevel.class), "info", "error, warn, info, debug or trace");
  static final Setting<URI> OTEL_EXPORTER_OTLP_ENDPOINT =
      add(
          "OTEL_EXPORTER_OTLP_ENDPOINT",
          SettingParsers::httpUrl,
          "",
          "OpenTelemetry collector that receives traces; unset: no traces");

  private SettingCatalog() {}

  private static <T> Setting<T> add(
      String name, Function<String, T> reading, String defaultText, String meaning) {
    return declared(new Setting<>(name, reading, defaultText, null, meaning));
  }

  private static <T> Setting<T> addSecret(
      String name, Function<String, T> reading, UnaryOperator<String> mask, String meaning) {
    return declared(new Setting<>(name, reading, "", mask, meaning));
  }

  private static <T> Setting<T> declared(Setting<T> setting) {
    DECLARED.add(setting);
    return setting;
  }
}
