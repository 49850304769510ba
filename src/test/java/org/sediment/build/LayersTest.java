package org.sediment.build;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Which package may import what. */
class LayersTest {
  private static final String ROOT = "org.sediment.";

  /** Package -> packages of this project that it may import, besides itself. */
  private static final Map<String, Set<String>> MAY_IMPORT =
      Map.of(
          "model", Set.of(),
          "fold", Set.of("model"),
          "guard", Set.of("model"),
          "protocol", Set.of(),
          "rowkey", Set.of(),
          "coprocessor", Set.of("model", "fold", "guard", "protocol"),
          "client", Set.of("model", "fold", "rowkey", "protocol"),
          "cdc", Set.of("model"),
          "cli", Set.of("client", "cdc", "rowkey", "model"));

  /** Packages of the servers' jar, which may use nothing but the JDK, HBase and what HBase has. */
  private static final String[] IN_SERVERS = {
    ROOT + "model..", ROOT + "fold..", ROOT + "guard..", ROOT + "protocol..", ROOT + "coprocessor.."
  };

  private final JavaClasses code =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("org.sediment");

  @Test
  void everyPackageHasItsPlaceInTheTable() {
    Set<String> found = new TreeSet<>();
    code.forEach(type -> found.add(layer(type.getPackageName())));
    assertThat(MAY_IMPORT.keySet()).containsAll(found);
  }

  @Test
  void noPackageImportsOneThatTheTableDoesNotAllow() {
    for (Map.Entry<String, Set<String>> entry : MAY_IMPORT.entrySet()) {
      Set<String> allowed = new TreeSet<>(entry.getValue());
      allowed.add(entry.getKey());
      noClasses()
          .that()
          .resideInAPackage(ROOT + entry.getKey() + "..")
          .should()
          .dependOnClassesThat(
              describe(
                  "live in a package of Sediment other than " + allowed,
                  type ->
                      type.getPackageName().startsWith(ROOT)
                          && !allowed.contains(layer(type.getPackageName()))))
          .allowEmptyShould(true)
          .check(code);
    }
  }

  @Test
  void theCoreKnowsTheJdkOnly() {
    classes()
        .that()
        .resideInAnyPackage(ROOT + "model..", ROOT + "fold..", ROOT + "guard..", ROOT + "rowkey..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..", ROOT + "model..", ROOT + "fold..", ROOT + "guard..", ROOT + "rowkey..")
        .check(code);
  }

  @Test
  void theServersJarNeedsNothingThatAServerHasNot() {
    classes()
        .that()
        .resideInAnyPackage(IN_SERVERS)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            append(
                IN_SERVERS,
                "java..",
                "org.apache.hadoop..",
                "org.apache.hbase.thirdparty..",
                "org.slf4j..",
                "com.google.protobuf.."))
        .check(code);
  }

  @Test
  void whatRunsOutsideAServerDoesNotNeedHbaseServer() {
    noClasses()
        .that()
        .resideInAnyPackage(ROOT + "client..", ROOT + "cli..")
        .should()
        .dependOnClassesThat(comeFrom("/hbase-server-"))
        .allowEmptyShould(true)
        .check(code);
  }

  @Test
  void eventsAreReadWithoutHBase() {
    classes()
        .that()
        .resideInAPackage(ROOT + "cdc..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "com.fasterxml.jackson..", ROOT + "model..", ROOT + "cdc..")
        .allowEmptyShould(true)
        .check(code);
  }

  @Test
  void onlyTheCommandLineKnowsKafka() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + "cli..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.kafka..")
        .check(code);
  }

  @Test
  void theKafkaFeedKnowsNothingOfWhatBecomesOfRecords() {
    noClasses()
        .that()
        .resideInAPackage(ROOT + "cli.kafka..")
        .should()
        .dependOnClassesThat(
            describe(
                "live in another package of Sediment",
                type ->
                    type.getPackageName().startsWith(ROOT)
                        && !type.getPackageName().startsWith(ROOT + "cli.kafka")))
        .check(code);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching(ROOT + "(*)..").should().beFreeOfCycles().check(code);
  }

  @Test
  void nothingStaticChanges() {
    fields()
        .that()
        .areStatic()
        .and()
        .areDeclaredInClassesThat()
        .resideOutsideOfPackage(ROOT + "protocol..")
        .should()
        .beFinal()
        .check(code);
  }

  @Test
  void noReflection() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + "protocol..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("java.lang.reflect..")
        .check(code);
  }

  private static String layer(String name) {
    return name.substring(ROOT.length()).split("\\.")[0];
  }

  private static DescribedPredicate<JavaClass> comeFrom(String jar) {
    return describe(
        "come from a jar like " + jar,
        type -> type.getSource().map(s -> s.getUri().toString().contains(jar)).orElse(false));
  }

  private static String[] append(String[] some, String... more) {
    String[] out = Arrays.copyOf(some, some.length + more.length);
    System.arraycopy(more, 0, out, some.length, more.length);
    return out;
  }
}
