package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import dev.membrane.internal.retrieve.SignatureWithJackson;
import dev.membrane.internal.work.FinderHelper;
import dev.membrane.internal.work.OpenService;
import dev.membrane.internal.work.SecondFinder;
import dev.membrane.internal.work.Talkative;
import dev.membrane.internal.work.WorkThatKnowsRetrieval;
import dev.membrane.odd.Homeless;
import dev.membrane.spi.ImpureSpi;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** That each kind of rule is broken by a class made to break it. */
final class ArchitectureRulesTest {

  private static final JavaClasses OFFENDERS =
      new ClassFileImporter()
          .importClasses(
              WorkThatKnowsRetrieval.class,
              FinderHelper.class,
              OpenService.class,
              SecondFinder.class,
              Talkative.class,
              Homeless.class,
              SignatureWithJackson.class,
              ImpureSpi.class);

  @ParameterizedTest
  @CsvSource({
    "a new package, Homeless",
    "the services stand on it, WorkThatKnowsRetrieval",
    "every vendor has to live with, ImpureSpi",
    "without knowing the injector, ImpureSpi",
    "one place per format, SignatureWithJackson",
    "a signature with it, SignatureWithJackson",
    "every store may choose its database, ImpureSpi",
    "two registries, FinderHelper",
    "two registries, SecondFinder",
    "says nothing of what the class does, FinderHelper",
    "nobody can catch, OpenService",
    "two instances in one process, OpenService.COUNTS",
    "two instances in one process, OpenService.last",
    "two instances in one process, OpenService.FEW",
    "only what is made for it, OpenService",
    "cannot be tested, Talkative.now",
    "cannot be tested, Talkative.millis",
    "cannot be tested, Talkative.chance",
    "on the console, Talkative"
  })
  void a_rule_is_broken_by_its_offender(String reason, String offender) {
    List<String> violations =
        ArchitectureRules.all().stream()
            .filter(rule -> rule.getDescription().contains(reason))
            .flatMap(rule -> violations(rule).stream())
            .toList();
    assertThat(violations).anyMatch(violation -> violation.contains(offender));
  }

  private static List<String> violations(ArchRule rule) {
    return rule.allowEmptyShould(true).evaluate(OFFENDERS).getFailureReport().getDetails();
  }
}
