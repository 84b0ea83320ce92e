package dev.edgewise.server.house;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.core.state.Workspace;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Keeps the layers that ARCHITECTURE.md describes. */
class LayersTest {
  private static final String SERVER = "dev.edgewise.server.";
  private static final String ORACLE = "dev.edgewise.oracle..";
  private static final String CONCURRENT = "java.util.concurrent";
  private static final Pattern DEPENDENCY =
      Pattern.compile("<dependency>.*?</dependency>", Pattern.DOTALL);

  /** Each package of the server, and what it may use of Edgewise: modules and other packages. */
  private static final Map<String, Set<String>> MAY_USE =
      table(
          """
          tls
          config      tls
          postgres
          signal
          life        config
          logging     config
          database    config life
          store       config core database signal
          handover    config core life signal store
          commit      config core database handover life signal store
          expression  commit config core database life store
          input       api config expression
          access      api config core database life store tls
          webhook     config core input life store
          engine      commit config core database life signal store
          calls       commit config core database engine expression input life signal store webhook
          http        access api commit config core database expression handover input life logging signal store tls
          app         access api calls commit config core database engine expression handover http input life logging postgres signal store tls webhook
          cli         access api app config core database http life logging postgres store tls
          """);

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
    independent("dev.edgewise.api..", "dev.edgewise.core..", "dev.edgewise.server..", ORACLE);
  }

  /** The oracle could not find an error in code that it shares with production. */
  @Test
  void theOracleSharesOnlyTheVocabularyWithTheEngine() {
    check(
        classes()
            .that()
            .resideInAPackage(ORACLE)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                ORACLE,
                "dev.edgewise.core.state..",
                "dev.edgewise.core.retry..",
                "java..",
                "org.jspecify.."));
  }

  @Test
  void productionCodeNeverDependsOnTheOracle() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackage(ORACLE)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(ORACLE));
  }

  /** Covers the modules whose classes this test does not see. */
  @Test
  void everyModuleTakesTheOracleForItsTestsOnly() {
    List<String> dependencies =
        Repository.files("pom.xml").stream()
            .flatMap(pom -> DEPENDENCY.matcher(Repository.text(pom)).results())
            .map(MatchResult::group)
            .filter(dependency -> dependency.contains("<artifactId>edgewise-oracle<"))
            .toList();

    assertThat(dependencies)
        .isNotEmpty()
        .allSatisfy(dependency -> assertThat(dependency).contains("<scope>test</scope>"));
  }

  @Test
  void everyPackageOfTheServerHasItsLayer() {
    assertThat(MAY_USE.keySet())
        .containsExactlyInAnyOrderElementsOf(
            MAIN.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> name.startsWith(SERVER))
                .map(name -> name.substring(SERVER.length()).replaceFirst("[.].*", ""))
                .collect(Collectors.toSet()));
  }

  static Set<String> layers() {
    return MAY_USE.keySet();
  }

  @ParameterizedTest
  @MethodSource("layers")
  void aPackageUsesOnlyTheLayersBelowIt(String name) {
    String[] allowed =
        Stream.concat(
                Stream.of("dev.edgewise.server", server(name)),
                MAY_USE.get(name).stream().map(LayersTest::layer))
            .toArray(String[]::new);
    check(
        classes()
            .that()
            .resideInAPackage(server(name))
            .should()
            .onlyDependOnClassesThat(
                resideOutsideOfPackage("dev.edgewise..").or(resideInAnyPackage(allowed))));
  }

  @Test
  void httpAndEngineMeetOnlyInTheDatabase() {
    independent(server("http"), server("engine"));
    independent(server("engine"), server("http"));
  }

  /**
   * The store is SQL and rows; its callers do the waiting.
   *
   * <p>Maps for concurrent use are let through, because the store keeps in them what it derives
   * from texts, such as parsed retry policies: the same text gives the same value for ever.
   */
  @Test
  void theStoreIsPassive() {
    check(
        noClasses()
            .that()
            .resideInAPackage(server("store"))
            .should()
            .dependOnClassesThat(
                assignableTo(Thread.class)
                    .or(resideInAnyPackage(CONCURRENT, CONCURRENT + ".locks"))
                    .and(not(assignableTo(ConcurrentMap.class))))
            .orShould()
            .callMethod(System.class, "nanoTime"));
    check(
        noMethods()
            .that()
            .areDeclaredInClassesThat()
            .resideInAPackage(server("store"))
            .should()
            .haveModifier(JavaModifier.SYNCHRONIZED));
  }

  /** So that no route and no loop can forget whose request it serves. */
  @Test
  void aWorkspaceComesFromAuthenticationOrFromAStoredRow() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages(
                "dev.edgewise.core..", server("access"), server("store"), server("commit"))
            .should()
            .callConstructor(Workspace.class, int.class)
            .orShould()
            .callMethod(Workspace.class, "of", UUID.class)
            .orShould()
            .accessField(Workspace.class, "DEFAULT"));
  }

  @Test
  void theHandoverExecutesNoSql() {
    independent(server("handover"), server("database"), "org.jdbi..", "java.sql..", "javax.sql..");
  }

  /** First the layers with everything inside them, then each package by itself. */
  @Test
  void packagesFormNoCycle() {
    check(slices().matching("dev.edgewise.(*).(*)..").should().beFreeOfCycles());
    check(slices().matching("dev.edgewise.(**)").should().beFreeOfCycles());
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

  private static Map<String, Set<String>> table(String text) {
    return text.lines()
        .map(line -> List.of(line.split(" +")))
        .collect(Collectors.toMap(List::getFirst, row -> Set.copyOf(row.subList(1, row.size()))));
  }

  private static String layer(String name) {
    return Set.of("api", "core").contains(name) ? "dev.edgewise." + name + ".." : server(name);
  }

  /** The classes of a package of the server, which exists: a rule about no class keeps nothing. */
  private static String server(String name) {
    assertThat(MAIN.containPackage(SERVER + name)).as(name).isTrue();
    return SERVER + name + "..";
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
    rule.check(MAIN);
  }
}
