package dev.edgewise.server.postgres;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The start parameters of the server: durable, local, and sized for the machine. */
final class ServerParameters {

  private static final long MIN_SHARED_BUFFERS_MB = 64;
  private static final long MAX_SHARED_BUFFERS_MB = 1024;

  private ServerParameters() {}

  static List<String> arguments(
      PostgresSettings settings, Binaries binaries, String clusterName, int port) {
    long memory = memoryMegabytes();
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("cluster_name", clusterName);
    parameters.put("listen_addresses", "127.0.0.1");
    parameters.put("port", Integer.toString(port));
    parameters.put("unix_socket_directories", "");
    parameters.put("max_connections", Integer.toString(settings.maxConnections()));
    parameters.put("fsync", "on");
    parameters.put("synchronous_commit", "on");
    parameters.put("full_page_writes", "on");
    parameters.put("shared_buffers", sharedBuffersMegabytes(memory) + "MB");
    parameters.put("effective_cache_size", memory / 2 + "MB");
    parameters.put("max_wal_size", "2GB");
    parameters.put("random_page_cost", "1.1");
    // JIT compilation does not pay off for short statements.
    parameters.put("jit", "off");
    parameters.put("timezone", "UTC");
    parameters.put("lc_messages", "C");
    parameters.put("log_line_prefix", "");
    if (binaries.has("pg_stat_statements")) {
      parameters.put("shared_preload_libraries", "pg_stat_statements");
    }
    parameters.putAll(settings.parameters());
    List<String> arguments = new ArrayList<>();
    parameters.forEach((name, value) -> arguments.addAll(List.of("-c", name + "=" + value)));
    return arguments;
  }

  private static long sharedBuffersMegabytes(long memory) {
    return Math.clamp(memory / 8, MIN_SHARED_BUFFERS_MB, MAX_SHARED_BUFFERS_MB);
  }

  private static long memoryMegabytes() {
    var system =
        ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
    return system.getTotalMemorySize() >> 20;
  }
}
