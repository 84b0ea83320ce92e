package dev.edgewise.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What the program does with its arguments. */
class MainTest {

  @Test
  void withoutACommandTheUsualLoadRunsWithItsCeiling() {
    CommandLine.ParseResult parsed = Main.commandLine().parseArgs(Main.asked());
    assertThat(parsed.subcommand().commandSpec().name()).isEqualTo("run");
    assertThat(parsed.subcommand().<Boolean>matchedOptionValue("--ceiling", false)).isTrue();
  }

  @Test
  void aNamedCommandIsKept() {
    CommandLine.ParseResult parsed = Main.commandLine().parseArgs(Main.asked("ceiling"));
    assertThat(parsed.subcommand().commandSpec().name()).isEqualTo("ceiling");
  }
}
