package dev.edgewise.server.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

class FormattersTest {

  private final LogRecord entry = new LogRecord(Level.WARNING, "Claim of \"x\" expired");

  @BeforeEach
  void context() {
    entry.setLoggerName("dev.edgewise.Example");
    entry.setInstant(Instant.parse("2026-01-02T03:04:05.678Z"));
    MDC.put(LogKeys.TASK, "t1");
    MDC.put(LogKeys.REQUEST, "r1");
  }

  @AfterEach
  void clear() {
    MDC.clear();
  }

  @Test
  void aHumanLineEndsWithWhatItIsAbout() {
    assertThat(new HumanFormatter(false).format(entry))
        .containsPattern(
            "^\\d\\d:\\d\\d:05\\.678 WARN  Claim of \"x\" expired request=r1 task=t1\n$");
  }

  @Test
  void coloursAreForTerminals() {
    assertThat(new HumanFormatter(true).format(entry)).contains("\u001b[33mWARN");
  }

  @Test
  void aJsonLineHasWhatItIsAboutAsMembers() {
    assertThat(new JsonFormatter().format(entry))
        .isEqualTo(
            """
            {"time":"2026-01-02T03:04:05.678Z","level":"WARN","logger":"dev.edgewise.Example",\
            "message":"Claim of \\"x\\" expired","request":"r1","task":"t1"}
            """);
  }

  @Test
  void failuresBringTheirTrace() {
    entry.setThrown(new IllegalStateException("boom"));
    assertThat(new JsonFormatter().format(entry))
        .contains("\"error\":\"java.lang.IllegalStateException: boom\\n")
        .hasLineCount(1);
    assertThat(new HumanFormatter(false).format(entry))
        .contains("IllegalStateException: boom\n\tat");
  }

  @Test
  void parametersOfLibrariesAreFilledIn() {
    var library = new LogRecord(Level.INFO, "Bound to {0}");
    library.setParameters(new Object[] {"port"});
    assertThat(new HumanFormatter(false).format(library)).contains("Bound to port");
  }
}
