package dev.membrane.tck;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.resolvers.SelectedClassResolverFromClasspath;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * Holds a module to the {@link ArchitectureRules}:
 *
 * <pre>{@code
 * class AcmeArchitectureTest extends ArchitectureTck {
 *   AcmeArchitectureTest() {
 *     super("dev.membrane.store.acme", 12);
 *   }
 * }
 * }</pre>
 */
@TestInstance(Lifecycle.PER_CLASS)
public abstract class ArchitectureTck {

  private final String module;
  private final int leastClasses;
  private final JavaClasses classes;

  /**
   * Reads the classes.
   *
   * @param module the package of the module, packages below it included
   * @param leastClasses how many classes it has at the least, so that no rule passes on nothing
   * @param generated packages of generated code, to which the rules do not apply
   */
  protected ArchitectureTck(String module, int leastClasses, String... generated) {
    String[] left =
        Stream.concat(
                Stream.of("dev.membrane.tck", "dev.membrane.testing"), Arrays.stream(generated))
            .map(name -> name + "..")
            .toArray(String[]::new);
    onlyResolve("java", "dev.membrane");
    this.module = module;
    this.leastClasses = leastClasses;
    this.classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(module)
            .that(not(resideInAnyPackage(left)));
  }

  /** What libraries are made of takes long to read, and no rule asks for it. */
  private static void onlyResolve(String... packages) {
    ArchConfiguration.get().setClassResolver(SelectedClassResolverFromClasspath.class);
    ArchConfiguration.get().setClassResolverArguments(packages);
  }

  @Test
  final void the_module_is_there() {
    assertThat(classes.size()).as("classes in %s", module).isGreaterThanOrEqualTo(leastClasses);
  }

  /** No module has all that the rules are about. */
  @TestFactory
  final Stream<DynamicTest> every_rule_is_kept() {
    return ArchitectureRules.all().stream()
        .map(rule -> rule.allowEmptyShould(true))
        .map(rule -> DynamicTest.dynamicTest(rule.getDescription(), () -> rule.check(classes)));
  }
}
