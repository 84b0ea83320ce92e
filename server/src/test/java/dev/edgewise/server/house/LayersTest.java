package dev.edgewise.server.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.edgewise.core.state.TaskState;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Keeps the layers: {@code cli -> app -> { http, engine, ui } -> store -> core}. */
class LayersTest {

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.edgewise");
  private static final JavaClasses TESTS =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.ONLY_INCLUDE_TESTS)
          .importPackages("dev.edgewise");

  @Test
  void coreNeedsNothingButJavaBase() throws URISyntaxException {
    Path core =
        Path.of(TaskState.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    ModuleDescriptor module =
        ModuleFinder.of(core).find("dev.edgewise.core").orElseThrow().descriptor();

    assertThat(module.requires())
        .extracting(ModuleDescriptor.Requires::name)
        .containsExactlyInAnyOrder("java.base", "org.jspecify");
  }

  @Test
  void apiKnowsNoOtherModule() {
    independent("dev.edgewise.api..", "dev.edgewise.core..", "dev.edgewise.server..");
  }

  @Test
  void httpAndEngineMeetOnlyInTheDatabase() {
    independent(server("http"), server("engine"));
    independent(server("engine"), server("http"));
  }

  @Test
  void storeKnowsNothingAboveIt() {
    independent(
        server("store"),
        server("http"),
        server("engine"),
        server("webhook"),
        server("app"),
        server("cli"));
  }

  @Test
  void postgresAndConfigStandAlone() {
    Stream.of("postgres", "config")
        .forEach(name ->
            independent(
                server(name),
                server("store"),
                server("http"),
                server("engine"),
                server("webhook"),
                server("app"),
                server("cli")));
  }

  @Test
  void onlyTheCommandLineStartsTheAppAndNobodyCallsTheCommandLine() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages(server("app"), server("cli"))
            .should()
            .dependOnClassesThat()
            .resideInAPackage(server("app")));
    check(
        noClasses()
            .that()
            .resideOutsideOfPackage(server("cli"))
            .should()
            .dependOnClassesThat()
            .resideInAPackage(server("cli")));
  }

  @Test
  void packagesFormNoCycle() {
    check(slices().matching("dev.edgewise.server.(*)..").should().beFreeOfCycles());
    check(slices().matching("dev.edgewise.core.(*)..").should().beFreeOfCycles());
  }

  @Test
  void logsGoThroughSlf4j() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackage(server("logging"))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("java.util.logging.."));
  }

  @Test
  void onlyTheCommandLinePrints() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackage(server("cli"))
            .should()
            .accessField(System.class, "out"));
  }

  @Test
  void testsWaitForSignalsInsteadOfSleeping() {
    ArchRule noSleep =
        noClasses()
            .should()
            .callMethod(Thread.class, "sleep", long.class)
            .orShould()
            .callMethod(Thread.class, "sleep", Duration.class);
    noSleep.check(TESTS);
  }

  private static String server(String name) {
    return "dev.edgewise.server." + name + "..";
  }

  private static void independent(String from, String... on) {
    check(
        noClasses()
            .that()
            .resideInAPackage(from)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(on));
  }

  private static void check(ArchRule rule) {
    rule.allowEmptyShould(true).check(MAIN);
  }
}
