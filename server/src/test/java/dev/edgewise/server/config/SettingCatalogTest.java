package dev.edgewise.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SettingCatalogTest {

  /** Operators rely on these: a change here is a change of behaviour and belongs in CHANGELOG. */
  @Test
  void namesAndDefaultsArePinned() {
    assertThat(
            SettingCatalog.ALL.stream()
                .map(setting -> setting.name() + "=" + setting.defaultText())
                .collect(Collectors.joining("\n")))
        .isEqualTo(
            """
            PORT=8085
            BIND_ADDRESS=
            HOST_URL=
            TLS_CERT_FILE=
            TLS_KEY_FILE=
            TLS_CLIENT_CA_FILE=
            ALLOWED_HOSTS=
            MAX_BODY_BYTES=67108864
            MAX_TASKS_PER_BATCH=1000000
            MAX_CONNECTIONS=20000
            MAX_EVENT_STREAMS=2000
            IDLE_TIMEOUT_SECS=300
            DRAIN_TIMEOUT_SECS=30
            PAGINATION_DEFAULT=50
            PAGINATION_MAX=100
            AUTH=
            METRICS_TOKEN=
            AUTH_JWT_ISSUER=
            AUTH_JWT_AUDIENCE=
            AUTH_JWKS=
            AUTH_JWT_SCOPE_CLAIM=scope
            AUTH_JWT_TENANT_CLAIM=tenant
            AUTH_JWT_WORKSPACE_CLAIM=workspace
            SECRETS_KEY=
            DATABASE_URL=
            EDGEWISE_DATA_DIR=./edgewise-data
            POOL_MAX_SIZE=10
            DATABASE_WAIT_SECS=60
            WORKER_CLAIM_TIMEOUT_SECS=30
            DEAD_END_CANCEL_ENABLED=1
            RETRY_MAX_RETRIES_LIMIT=10
            RETRY_MAX_DELAY_LIMIT=3600
            SIGNAL_TTL_SECS=86400
            CALL_DEPTH_MAX=10
            LOG_MAX_BYTES_PER_ATTEMPT=1048576
            RETRY_LOOP_INTERVAL_MS=1000
            WORKER_WEBHOOK_CONCURRENCY=256
            WEBHOOK_HOST_CONCURRENCY=64
            WEBHOOK_TIMEOUT_SECS=10
            WEBHOOK_MAX_DELIVERIES=20
            WEBHOOK_SIGNING_SECRET=
            WEBHOOK_CA_FILE=
            SKIP_SSRF_VALIDATION=0
            WEBHOOK_ALLOWED_HOSTS=
            BLOCKED_HOSTNAMES=
            BLOCKED_HOSTNAME_SUFFIXES=
            RETENTION_ENABLED=0
            RETENTION_DAYS=30
            RETENTION_CLEANUP_INTERVAL_SECS=3600
            RETENTION_BATCH_SIZE=1000
            LOG_FORMAT=human
            LOG_LEVEL=info
            OTEL_EXPORTER_OTLP_ENDPOINT=\
            """);
  }

  @Test
  void everyDefaultIsAValidText() {
    for (Setting<?> setting : SettingCatalog.ALL) {
      if (!setting.defaultText().isEmpty()) {
        assertThat((Object) setting.reading().apply(setting.defaultText())).isNotNull();
      }
    }
  }
}
