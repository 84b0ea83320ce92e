package dev.edgewise.server.cli.doctor;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;

/** Checks the machine and the JVM. */
final class MachineChecks {

  private static final long MIB = 1L << 20;
  private static final long LEAST_MEMORY = 512 * MIB;
  private static final long LEAST_MEMORY_WITH_POSTGRES = 1024 * MIB;
  private static final long LEAST_HEAP = 200 * MIB;

  /** Open files besides the connections: the jar, the pools, webhook calls. */
  private static final int OTHER_FILES = 1000;

  /** A clock that shows an earlier time is wrong. */
  private static final Instant EARLIEST = Instant.parse("2026-01-01T00:00:00Z");

  private MachineChecks() {}

  static CheckResult java() {
    return CheckResult.ok(
        "java",
        "Java %s (%s) in %s"
            .formatted(
                System.getProperty("java.version"),
                System.getProperty("java.vendor"),
                System.getProperty("java.home")));
  }

  static CheckResult memory(boolean withPostgres) {
    long total = system().getTotalMemorySize();
    long heap = Runtime.getRuntime().maxMemory();
    long least = withPostgres ? LEAST_MEMORY_WITH_POSTGRES : LEAST_MEMORY;
    if (total < least) {
      return CheckResult.warn(
          "memory",
          "%d MiB are available, below the recommended %d MiB: give the machine or container more"
              .formatted(total / MIB, least / MIB));
    }
    if (heap < LEAST_HEAP) {
      return CheckResult.warn(
          "memory",
          "the heap is limited to %d MiB: raise it with JDK_JAVA_OPTIONS=-Xmx512m"
              .formatted(heap / MIB));
    }
    return CheckResult.ok(
        "memory",
        "%d MiB, of which the heap may take %d; %d processors"
            .formatted(total / MIB, heap / MIB, Runtime.getRuntime().availableProcessors()));
  }

  static CheckResult openFiles(int maxConnections) {
    if (!(system() instanceof UnixOperatingSystemMXBean unix)) {
      return CheckResult.ok("open files", "Java cannot read the limit of this system");
    }
    long limit = unix.getMaxFileDescriptorCount();
    long wanted = (long) maxConnections + OTHER_FILES;
    return limit >= wanted
        ? CheckResult.ok("open files", "up to %d".formatted(limit))
        : CheckResult.warn(
            "open files",
            ("up to %d, but MAX_CONNECTIONS %d may need %d: raise the limit (ulimit -n), or lower"
                    + " MAX_CONNECTIONS")
                .formatted(limit, maxConnections, wanted));
  }

  static CheckResult clock(InstantSource clock) {
    Instant now = clock.instant();
    return now.isAfter(EARLIEST)
        ? CheckResult.ok("clock", "it shows %tFT%<tTZ".formatted(now.atZone(ZoneOffset.UTC)))
        : CheckResult.fail(
            "clock",
            "it shows %s, which is in the past: set it, preferably with NTP".formatted(now));
  }

  private static OperatingSystemMXBean system() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  }
}
