package dev.edgewise.server.config;

import dev.edgewise.server.tls.ServerFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Parses the effective texts and builds the {@link Settings} from them. */
final class SettingValues {

  private final Set<String> given;
  private final Map<String, Object> values = new HashMap<>();
  private final List<String> problems = new ArrayList<>();

  SettingValues(List<EffectiveSetting> effective) {
    List<EffectiveSetting> set =
        effective.stream().filter(entry -> !entry.text().isEmpty()).toList();
    given = set.stream().map(entry -> entry.setting().name()).collect(Collectors.toSet());
    set.forEach(this::read);
    checkPagination();
    checkJwt();
    checkTls();
  }

  /** The problems of single values and of their combination. */
  List<String> problems() {
    return problems;
  }

  /** The settings; only call this when there are no problems. */
  Settings settings() {
    return new Settings(
        http(),
        access(),
        pagination(),
        storage(),
        engine(),
        webhooks(),
        retention(),
        observation());
  }

  private void read(EffectiveSetting entry) {
    Setting<?> setting = entry.setting();
    try {
      values.put(setting.name(), setting.reading().apply(entry.text()));
    } catch (IllegalArgumentException e) {
      // The mask of a malformed secret may miss a part, so nothing of it is shown.
      String shown = setting.mask() == null ? entry.text() : Secret.MASK;
      problems.add(
          "%s %s; the %s has \"%s\""
              .formatted(setting.name(), e.getMessage(), entry.source().word(), shown));
    }
  }

  private void checkPagination() {
    Integer size = valueOrNull(SettingCatalog.PAGINATION_DEFAULT);
    Integer max = valueOrNull(SettingCatalog.PAGINATION_MAX);
    if (size != null && max != null && size > max) {
      problems.add("PAGINATION_DEFAULT (%d) exceeds PAGINATION_MAX (%d)".formatted(size, max));
    }
  }

  private void checkJwt() {
    List<String> missing =
        Stream.of(
                SettingCatalog.AUTH_JWT_ISSUER,
                SettingCatalog.AUTH_JWT_AUDIENCE,
                SettingCatalog.AUTH_JWKS)
            .filter(setting -> !given.contains(setting.name()))
            .map(Setting::name)
            .toList();
    if (missing.size() == 1 || missing.size() == 2) {
      problems.add("JWTs need %s too".formatted(String.join(" and ", missing)));
    } else if (missing.isEmpty() && problems.isEmpty() && auth(http()) == AuthMode.NONE) {
      problems.add("AUTH_JWT_ISSUER has no effect without AUTH=keys");
    }
  }

  private Settings.Access access() {
    return new Settings.Access(
        auth(http()),
        valueOrNull(SettingCatalog.METRICS_TOKEN),
        jwt(),
        valueOr(SettingCatalog.SECRETS_KEY, List.of()));
  }

  private AuthMode auth(Settings.Http http) {
    return valueOr(SettingCatalog.AUTH, http.isLoopback() ? AuthMode.NONE : AuthMode.KEYS);
  }

  private Settings.@Nullable Jwt jwt() {
    String issuer = valueOrNull(SettingCatalog.AUTH_JWT_ISSUER);
    return issuer == null
        ? null
        : new Settings.Jwt(
            issuer,
            value(SettingCatalog.AUTH_JWT_AUDIENCE),
            value(SettingCatalog.AUTH_JWKS),
            value(SettingCatalog.AUTH_JWT_SCOPE_CLAIM),
            value(SettingCatalog.AUTH_JWT_TENANT_CLAIM),
            value(SettingCatalog.AUTH_JWT_WORKSPACE_CLAIM));
  }

  private void checkTls() {
    boolean certificate = given.contains(SettingCatalog.TLS_CERT_FILE.name());
    boolean key = given.contains(SettingCatalog.TLS_KEY_FILE.name());
    if (certificate != key) {
      problems.add("TLS_CERT_FILE and TLS_KEY_FILE must be set together");
    }
    if (!certificate && given.contains(SettingCatalog.TLS_CLIENT_CA_FILE.name())) {
      problems.add("TLS_CLIENT_CA_FILE needs TLS_CERT_FILE and TLS_KEY_FILE");
    }
    ServerFiles files = tls();
    if (files != null) {
      try {
        files.context();
      } catch (IllegalArgumentException e) {
        problems.add(String.valueOf(e.getMessage()));
      }
    }
  }

  private @Nullable ServerFiles tls() {
    Path certificate = valueOrNull(SettingCatalog.TLS_CERT_FILE);
    Path key = valueOrNull(SettingCatalog.TLS_KEY_FILE);
    return certificate == null || key == null
        ? null
        : new ServerFiles(certificate, key, valueOrNull(SettingCatalog.TLS_CLIENT_CA_FILE));
  }

  private Settings.Http http() {
    String bindAddress = valueOrNull(SettingCatalog.BIND_ADDRESS);
    return new Settings.Http(
        bindAddress != null ? bindAddress : storage().embedded() ? "127.0.0.1" : "0.0.0.0",
        value(SettingCatalog.PORT),
        valueOrNull(SettingCatalog.HOST_URL),
        valueOr(SettingCatalog.ALLOWED_HOSTS, Set.of()),
        tls(),
        value(SettingCatalog.MAX_BODY_BYTES),
        value(SettingCatalog.MAX_TASKS_PER_BATCH),
        value(SettingCatalog.MAX_CONNECTIONS),
        value(SettingCatalog.MAX_EVENT_STREAMS),
        value(SettingCatalog.IDLE_TIMEOUT_SECS),
        value(SettingCatalog.DRAIN_TIMEOUT_SECS));
  }

  private Settings.Pagination pagination() {
    return new Settings.Pagination(
        value(SettingCatalog.PAGINATION_DEFAULT), value(SettingCatalog.PAGINATION_MAX));
  }

  private Settings.Storage storage() {
    return new Settings.Storage(
        valueOrNull(SettingCatalog.DATABASE_URL),
        value(SettingCatalog.EDGEWISE_DATA_DIR),
        value(SettingCatalog.POOL_MAX_SIZE),
        value(SettingCatalog.DATABASE_WAIT_SECS));
  }

  private Settings.Engine engine() {
    return new Settings.Engine(
        value(SettingCatalog.WORKER_CLAIM_TIMEOUT_SECS),
        value(SettingCatalog.DEAD_END_CANCEL_ENABLED),
        value(SettingCatalog.RETRY_MAX_RETRIES_LIMIT),
        value(SettingCatalog.RETRY_MAX_DELAY_LIMIT),
        value(SettingCatalog.RETRY_LOOP_INTERVAL_MS),
        value(SettingCatalog.SIGNAL_TTL_SECS),
        value(SettingCatalog.CALL_DEPTH_MAX),
        value(SettingCatalog.LOG_MAX_BYTES_PER_ATTEMPT));
  }

  private Settings.Webhooks webhooks() {
    return new Settings.Webhooks(
        value(SettingCatalog.WORKER_WEBHOOK_CONCURRENCY),
        value(SettingCatalog.WEBHOOK_HOST_CONCURRENCY),
        value(SettingCatalog.WEBHOOK_TIMEOUT_SECS),
        value(SettingCatalog.WEBHOOK_MAX_DELIVERIES),
        valueOr(SettingCatalog.WEBHOOK_SIGNING_SECRET, List.of()),
        valueOr(SettingCatalog.WEBHOOK_CA_FILE, List.of()),
        new Settings.Targets(
            value(SettingCatalog.SKIP_SSRF_VALIDATION),
            valueOr(SettingCatalog.WEBHOOK_ALLOWED_HOSTS, Set.of()),
            valueOr(SettingCatalog.BLOCKED_HOSTNAMES, Set.of()),
            valueOr(SettingCatalog.BLOCKED_HOSTNAME_SUFFIXES, Set.of())));
  }

  private Settings.Retention retention() {
    return new Settings.Retention(
        value(SettingCatalog.RETENTION_ENABLED),
        value(SettingCatalog.RETENTION_DAYS),
        value(SettingCatalog.RETENTION_CLEANUP_INTERVAL_SECS),
        value(SettingCatalog.RETENTION_BATCH_SIZE));
  }

  private Settings.Observation observation() {
    return new Settings.Observation(
        value(SettingCatalog.LOG_FORMAT),
        value(SettingCatalog.LOG_LEVEL),
        valueOrNull(SettingCatalog.OTEL_EXPORTER_OTLP_ENDPOINT));
  }

  private <T> T value(Setting<T> setting) {
    T value = valueOrNull(setting);
    if (value == null) {
      throw new IllegalStateException(setting.name() + " has neither a value nor a default");
    }
    return value;
  }

  private <T> T valueOr(Setting<T> setting, T fallback) {
    T value = valueOrNull(setting);
    return value == null ? fallback : value;
  }

  @SuppressWarnings("unchecked") // The value was put there by the parser of the same setting.
  private <T> @Nullable T valueOrNull(Setting<T> setting) {
    return (T) values.get(setting.name());
  }
}
