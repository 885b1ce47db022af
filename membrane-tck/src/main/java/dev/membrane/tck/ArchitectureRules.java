package dev.membrane.tck;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_THROW_GENERIC_EXCEPTIONS;
import static dev.membrane.tck.PackageRules.SERVER;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.stream.Stream;

/** What every module keeps to, each with its reason. */
public final class ArchitectureRules {

  private ArchitectureRules() {}

  /** Every rule, made anew: some keep count while they are checked. */
  public static List<ArchRule> all() {
    return Stream.of(PackageRules.all(), LibraryRules.all(), manners())
        .flatMap(List::stream)
        .toList();
  }

  /** How a class behaves. */
  static List<ArchRule> manners() {
    return List.of(
        classes()
            .should(new OneUser("java.util.ServiceLoader"))
            .because("with two registries nobody knows which of them is right"),
        noClasses()
            .should()
            .haveSimpleNameEndingWith("Impl")
            .orShould()
            .haveNameMatching(".*(Utils?|Managers?|Helpers?)")
            .because("such a name says nothing of what the class does"),
        NO_CLASSES_SHOULD_THROW_GENERIC_EXCEPTIONS.because("nobody can catch them with reason"),
        noStaticState(),
        classes()
            .that()
            .areNotInterfaces()
            .and()
            .areNotEnums()
            .and()
            .areNotAnonymousClasses()
            .and()
            .doNotHaveModifier(JavaModifier.ABSTRACT)
            .and()
            .doNotHaveModifier(JavaModifier.SYNTHETIC)
            .should()
            .haveModifier(JavaModifier.FINAL)
            .because("only what is made for it is extended"),
        outsideTheServer(
            "what depends on the clock of the machine or on chance cannot be tested",
            Accesses.of("java.time.Instant", "now"),
            Accesses.of("java.time.Clock", "systemUTC", "systemDefaultZone"),
            Accesses.of("java.lang.System", "currentTimeMillis"),
            Accesses.of("java.util.UUID", "randomUUID")),
        outsideTheServer(
            "a library says nothing on the console",
            Accesses.of("java.lang.System", "out", "err"),
            Accesses.of("java.lang.Throwable", "printStackTrace")));
  }

  private static ArchRule noStaticState() {
    return fields()
        .that()
        .areStatic()
        .and()
        .doNotHaveModifier(JavaModifier.SYNTHETIC)
        .should()
        .beFinal()
        .andShould()
        .notHaveRawType(new Mutable())
        .because("two instances in one process must not meet");
  }

  private static ArchRule outsideTheServer(String reason, Accesses... forbidden) {
    return noClasses()
        .that()
        .resideOutsideOfPackage(SERVER)
        .should()
        .accessTargetWhere(Accesses.anyOf(forbidden))
        .because(reason);
  }
}
