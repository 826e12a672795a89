package io.deltascd;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Keeps the picture of the packages: the flow is the order, and there is no way back. */
@AnalyzeClasses(packages = "io.deltascd", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule packagesFollowTheFlow =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("job")
          .definedBy("io.deltascd.job..")
          .layer("changes")
          .definedBy("io.deltascd.changes..")
          .layer("sink")
          .definedBy("io.deltascd.sink..")
          .layer("history")
          .definedBy("io.deltascd.history..")
          .layer("table")
          .definedBy("io.deltascd.table..")
          .layer("config")
          .definedBy("io.deltascd.config..")
          .layer("model")
          .definedBy("io.deltascd.model..")
          .whereLayer("job")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("changes")
          .mayOnlyBeAccessedByLayers("job")
          .whereLayer("sink")
          .mayOnlyBeAccessedByLayers("job")
          .whereLayer("history")
          .mayOnlyBeAccessedByLayers("sink", "job")
          .whereLayer("table")
          .mayOnlyBeAccessedByLayers("changes", "sink", "job")
          .whereLayer("config")
          .mayOnlyBeAccessedByLayers("table", "history", "changes", "sink", "job")
          .whereLayer("model")
          .mayOnlyBeAccessedByLayers("config", "table", "history", "changes", "sink", "job");

  @ArchTest
  static final ArchRule noCycles = slices().matching("io.deltascd.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule kernelStaysInTable =
      noClasses()
          .that(
              resideInAPackage("io.deltascd..")
                  .and(resideInAPackage("io.deltascd.table..").negate()))
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("io.delta..", "org.apache.parquet..", "org.apache.hadoop.."));

  @ArchTest
  static final ArchRule rulesAreFreeOfTheirRunTime =
      noClasses()
          .that()
          .resideInAPackage("io.deltascd.history..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                  "org.apache.flink.streaming..",
                  "org.apache.flink.runtime..",
                  "org.apache.flink.api.common.state.."));
}
