package dev.edgewise.server.life;

import java.io.PrintStream;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process at once, with a message and an exit code, when an {@link Error} has ended one of
 * its threads or the memory is exhausted.
 */
public final class ProcessEnd implements Thread.UncaughtExceptionHandler {
  /** The same as the JVM's own for {@code -XX:+ExitOnOutOfMemoryError}. */
  public static final int EXIT_CODE = 3;

  private static final Logger log = LoggerFactory.getLogger(ProcessEnd.class);

  /** Made in advance: when it is needed there may be no memory for another. */
  private static final String OUT_OF_MEMORY =
      "Edgewise ran out of memory and ends with exit code 3. Nothing that was committed is lost."
          + " Give it more memory (-Xmx) or smaller requests, and start it again.";

  private static final int CAUSES_MAX = 20;

  private final PrintStream err;
  private final IntConsumer halt;

  /**
   * @param err where the message goes
   * @param halt ends the process with an exit code
   */
  public ProcessEnd(PrintStream err, IntConsumer halt) {
    this.err = err;
    this.halt = halt;
  }

  /** Has every Error that ends a thread of this process end the process. */
  public static void install() {
    Thread.setDefaultUncaughtExceptionHandler(
        new ProcessEnd(System.err, Runtime.getRuntime()::halt));
  }

  /**
   * The Error in a failure after which nothing in the process can be trusted: the memory is
   * exhausted or the JVM is broken. Null if there is none: a stack that overflowed has been unwound
   * and harms nobody else.
   */
  public static @Nullable VirtualMachineError fatal(Throwable failure) {
    Throwable cause = failure;
    // Drivers and frameworks wrap what they catch.
    for (int i = 0; cause != null && i < CAUSES_MAX; i++) {
      if (cause instanceof VirtualMachineError error && !(error instanceof StackOverflowError)) {
        return error;
      }
      cause = cause.getCause();
    }
    return null;
  }

  /**
   * Ends the process if a failure is fatal. For threads of frameworks, which would catch it and go
   * on.
   */
  public static void heed(Throwable failure) {
    VirtualMachineError fatal = fatal(failure);
    if (fatal != null) {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, fatal);
    }
  }

  @Override
  public void uncaughtException(Thread thread, Throwable failure) {
    if (!(failure instanceof Error)) {
      log.error("Thread {} has ended", thread.getName(), failure);
      return;
    }
    try {
      if (failure instanceof OutOfMemoryError) {
        err.println(OUT_OF_MEMORY);
      } else {
        err.printf(
            "Edgewise ends with exit code %d: thread %s met %s. Nothing that was committed is lost."
                + " Start it again and report the trace below.%n",
            EXIT_CODE, thread.getName(), failure);
      }
      failure.printStackTrace(err);
      err.flush();
    } finally {
      halt.accept(EXIT_CODE);
    }
  }
}
