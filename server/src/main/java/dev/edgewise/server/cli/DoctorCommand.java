package dev.edgewise.server.cli;

import dev.edgewise.server.cli.doctor.CheckResult;
import dev.edgewise.server.cli.doctor.Doctor;
import dev.edgewise.server.cli.doctor.Grade;
import dev.edgewise.server.http.Wire;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Checks the machine and prints what to fix. */
@Command(
    name = "doctor",
    description = "Checks the machine and prints what to fix. Changes nothing.",
    sortOptions = false)
final class DoctorCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "print a JSON array")
  private boolean json;

  @Override
  public Integer call() {
    List<CheckResult> results =
        Doctor.examine(SettingFlags.configuration(spec).settings(), InstantSource.system());
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(Wire.text(results));
    } else {
      results.forEach(result ->
          out.printf(
              "%-4s  %-11s  %s%n", result.grade().wireName(), result.subject(), result.text()));
    }
    return results.stream().anyMatch(result -> result.grade() == Grade.FAIL) ? 1 : 0;
  }
}
