package dev.edgewise.server.logging;

import dev.edgewise.server.config.LogFormat;
import dev.edgewise.server.config.LogLevel;
import dev.edgewise.server.config.Settings;
import java.io.Console;
import java.util.List;
import java.util.Optional;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Sets up logging to standard error with the configured format and level. */
public final class LogSetup {

  /**
   * Libraries of which only warnings are logged. The list keeps the loggers alive:
   * java.util.logging holds them weakly and would forget their level.
   */
  private static final List<Logger> LIBRARIES =
      List.of(
          Logger.getLogger("io.helidon"),
          Logger.getLogger("com.zaxxer.hikari"),
          Logger.getLogger("org.flywaydb"),
          Logger.getLogger("org.jdbi"),
          Logger.getLogger("org.postgresql"));

  private LogSetup() {}

  public static void apply(Settings.Observation settings) {
    Level level = level(settings.level());
    Logger root = Logger.getLogger("");
    for (Handler handler : root.getHandlers()) {
      root.removeHandler(handler);
    }
    Handler console = new ConsoleHandler();
    console.setFormatter(formatter(settings.format()));
    console.setLevel(Level.ALL);
    root.addHandler(console);
    root.setLevel(level);
    Level libraryLevel = settings.level() == LogLevel.TRACE ? level : Level.WARNING;
    LIBRARIES.forEach(library -> library.setLevel(libraryLevel));
  }

  private static Formatter formatter(LogFormat format) {
    return switch (format) {
      case HUMAN -> new HumanFormatter(terminal());
      case JSON -> new JsonFormatter();
    };
  }

  private static boolean terminal() {
    return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent()
        && System.getenv("NO_COLOR") == null;
  }

  private static Level level(LogLevel level) {
    return switch (level) {
      case ERROR -> Level.SEVERE;
      case WARN -> Level.WARNING;
      case INFO -> Level.INFO;
      case DEBUG -> Level.FINE;
      case TRACE -> Level.ALL;
    };
  }
}
