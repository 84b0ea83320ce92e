package dev.edgewise.server.cli.doctor;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;

/** Looks at what the machine and the JVM offer. */
final class MachineChecks {

  private static final long MIB = 1L << 20;
  private static final long LEAST_MEMORY = 512 * MIB;
  private static final long LEAST_MEMORY_WITH_POSTGRES = 1024 * MIB;
  private static final long LEAST_HEAP = 200 * MIB;

  /** Files that are open besides the connections: the jar, the pools, webhook calls. */
  private static final int OTHER_FILES = 1000;

  /** No clock that is right can show an earlier time. */
  private static final Instant PAST = Instant.parse("2026-01-01T00:00:00Z");

  private MachineChecks() {}

  static Finding java() {
    return Finding.ok(
        "java",
        "Java %s (%s) in %s"
            .formatted(
                System.getProperty("java.version"),
                System.getProperty("java.vendor"),
                System.getProperty("java.home")));
  }

  static Finding memory(boolean withPostgres) {
    long total = system().getTotalMemorySize();
    long heap = Runtime.getRuntime().maxMemory();
    long least = withPostgres ? LEAST_MEMORY_WITH_POSTGRES : LEAST_MEMORY;
    if (total < least) {
      return Finding.warn(
          "memory",
          "%d MiB are there and %d MiB are wanted: give the machine or the container more"
              .formatted(total / MIB, least / MIB));
    }
    if (heap < LEAST_HEAP) {
      return Finding.warn(
          "memory",
          "the heap may grow to %d MiB only: raise it with JDK_JAVA_OPTIONS=-Xmx512m"
              .formatted(heap / MIB));
    }
    return Finding.ok(
        "memory",
        "%d MiB, of which the heap may take %d; %d processors"
            .formatted(total / MIB, heap / MIB, Runtime.getRuntime().availableProcessors()));
  }

  static Finding openFiles(int maxConnections) {
    if (!(system() instanceof UnixOperatingSystemMXBean unix)) {
      return Finding.ok("open files", "this system has no limit that Java can see");
    }
    long limit = unix.getMaxFileDescriptorCount();
    long wanted = (long) maxConnections + OTHER_FILES;
    return limit >= wanted
        ? Finding.ok("open files", "up to %d".formatted(limit))
        : Finding.warn(
            "open files",
            ("up to %d, and MAX_CONNECTIONS %d may want %d: raise the limit (ulimit -n), or lower"
                    + " MAX_CONNECTIONS")
                .formatted(limit, maxConnections, wanted));
  }

  static Finding clock(InstantSource clock) {
    Instant now = clock.instant();
    return now.isAfter(PAST)
        ? Finding.ok("clock", "it shows %tFT%<tTZ".formatted(now.atZone(ZoneOffset.UTC)))
        : Finding.fail("clock", "it shows %s, which is past: set it, best by NTP".formatted(now));
  }

  private static OperatingSystemMXBean system() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  }
}
