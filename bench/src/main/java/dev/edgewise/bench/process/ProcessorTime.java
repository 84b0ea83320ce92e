package dev.edgewise.bench.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Processor time as Linux counts it; zero where there is no {@code /proc}. */
public final class ProcessorTime {

  /** Linux shows times in hundredths of a second on every platform. */
  private static final long TICK_MILLIS = 10;

  // Positions after the program's name, which may itself contain blanks.
  private static final int PARENT = 1;
  private static final int USER = 11;
  private static final int SYSTEM = 12;
  private static final int ENDED_USER = 13;
  private static final int ENDED_SYSTEM = 14;

  private ProcessorTime() {}

  /** What one process has used. */
  public static Duration of(long pid) {
    String[] fields = fields(pid);
    return ticks(fields, USER).plus(ticks(fields, SYSTEM));
  }

  /** What a process and its children have used, those that have ended included. */
  public static Duration ofFamily(long pid) {
    String[] fields = fields(pid);
    Duration own = of(pid).plus(ticks(fields, ENDED_USER)).plus(ticks(fields, ENDED_SYSTEM));
    return ProcessHandle.of(pid).stream()
        .flatMap(ProcessHandle::children)
        .map(child -> of(child.pid()))
        .reduce(own, Duration::plus);
  }

  /** The process that started another; 0 when there is no such process here. */
  public static long parent(long pid) {
    String[] fields = fields(pid);
    return fields.length > PARENT ? Long.parseLong(fields[PARENT]) : 0;
  }

  private static Duration ticks(String[] fields, int position) {
    return fields.length > position
        ? Duration.ofMillis(Long.parseLong(fields[position]) * TICK_MILLIS)
        : Duration.ZERO;
  }

  private static String[] fields(long pid) {
    try {
      String text = Files.readString(Path.of("/proc/" + pid + "/stat"), ISO_8859_1);
      return text.substring(text.lastIndexOf(')') + 2).split(" ");
    } catch (IOException e) {
      return new String[0];
    }
  }
}
