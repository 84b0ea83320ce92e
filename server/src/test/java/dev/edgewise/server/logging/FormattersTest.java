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
  void aHumanLineEndsWithItsContext() {
    assertThat(new HumanFormatter(false).format(entry))
        .containsPattern(
            "^\\d\\d:\\d\\d:05\\.678 WARN  Claim of \"x\" expired request=r1 task=t1\n$");
  }

  @Test
  void theLevelIsColouredForATerminal() {
    assertThat(new HumanFormatter(true).format(entry)).contains("\u001b[33mWARN");
  }

  @Test
  void aJsonLineHasItsContextAsMembers() {
    assertThat(new JsonFormatter().format(entry))
        .isEqualTo(
            """
            {"time":"2026-01-02T03:04:05.678Z","level":"WARN","logger":"dev.edgewise.Example",\
            "message":"Claim of \\"x\\" expired","request":"r1","task":"t1"}
            """);
  }

  @Test
  void failuresAreLoggedWithTheirTrace() {
    entry.setThrown(new IllegalStateException("boom"));
    assertThat(new JsonFormatter().format(entry))
        .contains("\"error\":\"java.lang.IllegalStateException: boom\\n")
        .hasLineCount(1);
    assertThat(new HumanFormatter(false).format(entry))
        .contains("IllegalStateException: boom\n\tat");
  }

  @Test
  void controlCharactersAreEscaped() {
    String forged = "a\r\n12:00:00.000 ERROR All is lost\u2028b\u0085c\u001b[31md\u202ee\u007f";
    entry.setMessage("Task " + forged);
    MDC.put(LogKeys.TASK, forged);
    entry.setThrown(new IllegalStateException(forged, new IllegalArgumentException(forged)));
    String spelled =
        "a\\r\\n12:00:00.000 ERROR All is lost\\u2028b\\u0085c\\u001b[31md\\u202ee\\u007f";

    String human = new HumanFormatter(false).format(entry);
    assertThat(human.lines().toList().getFirst())
        .endsWith("WARN  Task " + spelled + " request=r1 task=" + spelled);
    assertThat(human.lines().skip(1).toList())
        .contains(
            "java.lang.IllegalStateException: " + spelled,
            "Caused by: java.lang.IllegalArgumentException: " + spelled)
        .allMatch(line -> line.startsWith("\t") || line.endsWith(spelled));

    String json = new JsonFormatter().format(entry);
    assertThat(json.chars().filter(c -> c != '\n').noneMatch(Character::isISOControl)).isTrue();
    assertThat(json).doesNotContain("\u2028", "\u202e").hasLineCount(1);
  }

  @Test
  void aCircularCauseIsFormatted() {
    var cause = new IllegalArgumentException("cause");
    var failure = new IllegalStateException("failure", cause);
    cause.initCause(failure);
    entry.setThrown(failure);
    assertThat(new HumanFormatter(false).format(entry)).contains("Caused by", "failure");
  }

  @Test
  void parametersOfLibrariesAreFilledIn() {
    var library = new LogRecord(Level.INFO, "Bound to {0}");
    library.setParameters(new Object[] {"port"});
    assertThat(new HumanFormatter(false).format(library)).contains("Bound to port");
  }
}
