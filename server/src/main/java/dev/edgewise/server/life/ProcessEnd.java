package dev.edgewise.server.life;

import java.io.PrintStream;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process at once, with a message and an exit code, when an {@link Error} has ended a
 * thread or the heap is exhausted.
 */
public final class ProcessEnd implements Thread.UncaughtExceptionHandler {
  /** The exit code that the JVM uses for {@code -XX:+ExitOnOutOfMemoryError}. */
  public static final int EXIT_CODE = 3;

  private static final Logger log = LoggerFactory.getLogger(ProcessEnd.class);

  /** A constant: when it is printed, there may be no memory to build a message. */
  private static final String OUT_OF_MEMORY =
      "Edgewise ran out of memory and ends with exit code 3. Nothing that was committed is lost."
          + " Give it more memory (-Xmx) or smaller requests, and start it again.";

  private static final int CAUSES_MAX = 20;

  private final PrintStream err;
  private final IntConsumer halt;

  /**
   * @param err receives the message
   * @param halt ends the process with an exit code
   */
  public ProcessEnd(PrintStream err, IntConsumer halt) {
    this.err = err;
    this.halt = halt;
  }

  /** From now on, an Error that ends any thread ends the process. */
  public static void install() {
    Thread.setDefaultUncaughtExceptionHandler(
        new ProcessEnd(System.err, Runtime.getRuntime()::halt));
  }

  /**
   * Returns the Error among the causes of a failure after which the process cannot continue: the
   * heap is exhausted or the JVM is broken. Null if there is none; a stack overflow does not count,
   * because its thread has unwound.
   */
  public static @Nullable VirtualMachineError fatal(Throwable failure) {
    Throwable cause = failure;
    // Drivers and frameworks wrap the Errors that they catch.
    for (int i = 0; cause != null && i < CAUSES_MAX; i++) {
      if (cause instanceof VirtualMachineError error && !(error instanceof StackOverflowError)) {
        return error;
      }
      cause = cause.getCause();
    }
    return null;
  }

  /**
   * Ends the process if a failure is fatal. Used where a failure is caught, or where a framework
   * would catch it.
   */
  public static void endIfFatal(Throwable failure) {
    VirtualMachineError fatal = fatal(failure);
    if (fatal != null) {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, fatal);
    }
  }

  @Override
  public void uncaughtException(Thread thread, Throwable failure) {
    if (!(failure instanceof Error)) {
      log.error("Thread {} ended with an uncaught exception", thread.getName(), failure);
      return;
    }
    try {
      if (failure instanceof OutOfMemoryError) {
        err.println(OUT_OF_MEMORY);
      } else {
        err.printf(
            "Edgewise ends with exit code %d: %s ended thread %s. Nothing that was committed is"
                + " lost. Start it again and report the trace below.%n",
            EXIT_CODE, failure, thread.getName());
      }
      failure.printStackTrace(err);
      err.flush();
    } finally {
      halt.accept(EXIT_CODE);
    }
  }
}
