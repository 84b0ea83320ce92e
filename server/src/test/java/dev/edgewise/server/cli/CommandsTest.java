package dev.edgewise.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class CommandsTest {

  @Test
  void everyCommandIsMadeUnderItsName() {
    Commands.ALL.forEach(
        (name, command) -> assertThat(command.get().getCommandName()).isEqualTo(name));
  }

  @Test
  void thePageDescribesEveryCommand() throws IOException {
    String page = Files.readString(Path.of("../docs/cli.md"));

    assertThat(names(Main.commandLine()))
        .allSatisfy(name -> assertThat(page).containsPattern("`" + name + "[ `]"));
  }

  private static Stream<String> names(CommandLine line) {
    return line.getSubcommands().entrySet().stream()
        .filter(each -> !each.getValue().getCommandSpec().usageMessage().hidden())
        .flatMap(each ->
            each.getValue().getSubcommands().isEmpty()
                ? Stream.of(each.getKey())
                : names(each.getValue()).map(name -> each.getKey() + " " + name));
  }

  @Test
  void theHelpOfACommandOnTheDatabaseShowsOnlyItsSettings() {
    var out = new StringWriter();

    Main.commandLine().setOut(new PrintWriter(out)).execute("migrate", "--help");

    assertThat(out.toString()).contains("--database-url").doesNotContain("--webhook", "--port");
  }
}
