package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.membrane.spi.store.MemoryStore;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** That a broken store does not get through the contract tests. */
final class BrokenStoreTest {

  private static final Defect NONE = new Defect("nothing", "", DelegatingStore::new);

  static List<Defect> defects() {
    return Stream.of(
            SearchDefects.all(),
            NearnessDefects.all(),
            ArrivalDefects.all(),
            RelatedDefects.all(),
            RunDefects.all(),
            WriteDefects.all(),
            ReadDefects.all(),
            UpkeepDefects.all())
        .flatMap(List::stream)
        .toList();
  }

  @ParameterizedTest
  @MethodSource("defects")
  void a_store_is_caught_that(Defect defect) {
    TestExecutionSummary summary = run(defect, Set.of(defect.caughtBy()));
    assertThat(summary.getTestsStartedCount()).isEqualTo(1);
    assertThat(summary.getTestsFailedCount()).isEqualTo(1);
    assertThat(summary.getFailures().get(0).getException()).isInstanceOf(AssertionError.class);
  }

  @Test
  void a_sound_store_passes_what_the_broken_ones_fail() {
    Set<String> tests = defects().stream().map(Defect::caughtBy).collect(Collectors.toSet());
    tests.removeIf(test -> test.startsWith("a_reopened_store"));
    TestExecutionSummary summary = run(NONE, tests);
    assertThat(summary.getFailures()).isEmpty();
    assertThat(summary.getTestsSucceededCount()).isEqualTo(tests.size());
  }

  private static TestExecutionSummary run(Defect defect, Set<String> tests) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectClass(Subject.class))
            .filters((PostDiscoveryFilter) found -> isOneOf(tests, found))
            .configurationParameter("defect", defect.what())
            .build();
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request, listener);
    return listener.getSummary();
  }

  private static FilterResult isOneOf(Set<String> tests, TestDescriptor found) {
    boolean wanted = !found.isTest() || tests.contains(methodOf(found));
    return FilterResult.includedIf(wanted);
  }

  private static String methodOf(TestDescriptor found) {
    return found.getLegacyReportingName().replaceAll("\\(.*", "");
  }

  /** Run by this test alone, with one defect at a time. */
  @ExtendWith(DefectToTry.class)
  static final class Subject extends PersistentStoreTck {

    private final DelegatingStore store;

    Subject(Defect defect) {
      store = defect.store().get();
    }

    @Override
    protected MemoryStore openStore() {
      return store;
    }

    @Override
    protected MemoryStore reopenStore() {
      return store.reopened();
    }
  }

  static final class DefectToTry implements ParameterResolver, ExecutionCondition {

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return context.getConfigurationParameter("defect").isPresent()
          ? ConditionEvaluationResult.enabled("a defect is given")
          : ConditionEvaluationResult.disabled("no defect is given");
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == Defect.class;
    }

    @Override
    public Defect resolveParameter(ParameterContext parameter, ExtensionContext context) {
      String what = context.getConfigurationParameter("defect").orElseThrow();
      return defects().stream().filter(it -> it.what().equals(what)).findAny().orElse(NONE);
    }
  }
}
