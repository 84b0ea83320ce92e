package dev.edgewise.server.config;

import dev.edgewise.server.tls.ServerFiles;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All settings, parsed and checked. */
public record Settings(
    Http http,
    Access access,
    Pagination pagination,
    Storage storage,
    Engine engine,
    Webhooks webhooks,
    Retention retention,
    Observation observation) {

  /**
   * The HTTP server.
   *
   * @param hostUrl URL at which webhook receivers reach this server; null means localhost at the
   *     port in use
   * @param allowedHosts further host names that clients may use, in lower case
   * @param tls null when the server speaks plain HTTP
   */
  public record Http(
      String bindAddress,
      int port,
      @Nullable URI hostUrl,
      Set<String> allowedHosts,
      @Nullable ServerFiles tls,
      long maxBodyBytes,
      int maxTasksPerBatch,
      int maxConnections,
      int maxEventStreams,
      Duration idleTimeout,
      Duration drainTimeout) {

    /** Whether only this machine can reach the port. */
    public boolean isLoopback() {
      try {
        return bindAddress.equals("localhost")
            || InetAddress.ofLiteral(bindAddress).isLoopbackAddress();
      } catch (IllegalArgumentException e) {
        return false;
      }
    }
  }

  /**
   * Who may send requests.
   *
   * @param metricsToken admits to the metrics; null when there is none
   * @param jwt null when JWTs are not accepted
   * @param secretsKeys the keys that encrypt the secrets of actions, the current one first
   */
  public record Access(
      AuthMode auth, @Nullable Secret metricsToken, @Nullable Jwt jwt, List<Secret> secretsKeys) {}

  /** The JWTs that are accepted, and the claims that say what their holders may do. */
  public record Jwt(
      String issuer,
      String audience,
      JwksLocation jwks,
      String scopeClaim,
      String tenantClaim,
      String workspaceClaim) {}

  /** Page sizes of lists. */
  public record Pagination(int defaultSize, int maxSize) {}

  /**
   * The database.
   *
   * @param url the external PostgreSQL; null means the embedded one in {@code dataDir}
   */
  public record Storage(
      @Nullable DatabaseUrl url, Path dataDir, int poolMaxSize, Duration connectTimeout) {

    /** Whether this server runs its own PostgreSQL. */
    public boolean embedded() {
      return url == null;
    }
  }

  /**
   * The engine's loops, and the limits of tasks.
   *
   * @param logMaxBytes how many bytes an attempt may log
   */
  public record Engine(
      Duration claimTimeout,
      boolean deadEndCancel,
      int maxRetriesLimit,
      int maxDelayLimitSecs,
      Duration retryLoopInterval,
      Duration signalTimeToLive,
      int callDepthMax,
      long logMaxBytes) {}

  /**
   * Webhook calls.
   *
   * @param authorities those that calls trust besides the public ones; empty for none
   */
  public record Webhooks(
      int concurrency,
      int hostConcurrency,
      Duration timeout,
      int maxDeliveries,
      List<Secret> signingSecrets,
      List<X509Certificate> authorities,
      Targets targets) {}

  /** Which hosts webhooks may call; the blocked names are added to the built-in ones. */
  public record Targets(
      boolean unchecked,
      Set<String> allowedHosts,
      Set<String> blockedHosts,
      Set<String> blockedSuffixes) {}

  /** Deletion of old batches. */
  public record Retention(boolean enabled, Duration age, Duration interval, int batchSize) {}

  /**
   * Logs and traces.
   *
   * @param otlpEndpoint null when no traces are exported
   */
  public record Observation(LogFormat format, LogLevel level, @Nullable URI otlpEndpoint) {}
}
