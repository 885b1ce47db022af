package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.membrane.spi.store.MemoryStore;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;
import org.opentest4j.TestAbortedException;

/** That contracts are skipped, and do not fail, where their store is not installed. */
final class AbsentStoreTest {

  @ParameterizedTest
  @ValueSource(classes = {AllOfIt.class, ItsVectors.class, ItsLeases.class})
  void a_contract_without_its_store_is_skipped(Class<?> contract) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request().selectors(selectClass(contract)).build();
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request, listener);
    TestExecutionSummary summary = listener.getSummary();
    assertThat(summary.getFailures()).isEmpty();
    assertThat(summary.getTestsStartedCount()).isPositive();
    assertThat(summary.getTestsAbortedCount()).isEqualTo(summary.getTestsStartedCount());
  }

  private static MemoryStore notInstalled() {
    throw new TestAbortedException("the store is not installed");
  }

  static final class AllOfIt extends MemoryStoreTck {
    @Override
    protected MemoryStore openStore() {
      return notInstalled();
    }
  }

  static final class ItsVectors extends VectorsTck {
    @Override
    protected MemoryStore openStore() {
      return notInstalled();
    }
  }

  static final class ItsLeases extends LeasesTck {
    @Override
    protected MemoryStore openStore() {
      return notInstalled();
    }

    @Override
    protected MemoryStore openAgain() {
      return notInstalled();
    }
  }
}
