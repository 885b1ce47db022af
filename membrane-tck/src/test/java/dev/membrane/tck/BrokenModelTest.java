package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.membrane.schema.EpisodicPayload;
import dev.membrane.schema.JsonString;
import dev.membrane.schema.JsonValue;
import dev.membrane.server.TransportProvider;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.Extractor;
import dev.membrane.spi.ModelException;
import dev.membrane.spi.Stage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * That a broken extractor, embedder, stage or transport does not get through the contract tests.
 */
final class BrokenModelTest {

  private static final String NONE = "nothing";
  private static final String TEMPORARY = "a refusal is said to be temporary";
  private static final String PERMANENT = "a model out of reach is said to stay so";
  private static final String TALKATIVE = "a failure repeats what was asked";
  private static final String FOREIGN = "a failure is of no kind that is known";

  static List<Flaw<Extractor>> extractors() {
    return WordExtractor.flaws();
  }

  static List<Flaw<Embedder>> embedders() {
    return WordEmbedder.flaws();
  }

  static List<Flaw<Stage<List<String>>>> stages() {
    return Stream.of(WordStage.flaws(), StageFlaws.all()).flatMap(List::stream).toList();
  }

  static List<Flaw<TransportProvider>> transports() {
    return TransportFlaws.all();
  }

  @ParameterizedTest
  @MethodSource("transports")
  void a_transport_is_caught_where(Flaw<TransportProvider> flaw) {
    assertCaught(Transporting.class, flaw.what(), flaw.caughtBy());
  }

  @ParameterizedTest
  @MethodSource("stages")
  void a_stage_is_caught_that(Flaw<Stage<List<String>>> flaw) {
    assertCaught(Learning.class, flaw.what(), flaw.caughtBy());
  }

  @ParameterizedTest
  @MethodSource("extractors")
  void an_extractor_is_caught_that(Flaw<Extractor> flaw) {
    assertCaught(Extracting.class, flaw.what(), flaw.caughtBy());
  }

  @ParameterizedTest
  @MethodSource("embedders")
  void an_embedder_is_caught_that(Flaw<Embedder> flaw) {
    assertCaught(Embedding.class, flaw.what(), flaw.caughtBy());
  }

  @Test
  void a_remote_extractor_is_caught_that_fails_wrongly() {
    assertCaught(Extracting.class, TEMPORARY, "a_refusal_is_not");
    assertCaught(Extracting.class, PERMANENT, "a_model_out_of_reach_is_worth_another_try");
    assertCaught(Extracting.class, TALKATIVE, "a_refusal_is_not");
    assertCaught(Extracting.class, FOREIGN, "a_model_out_of_reach_is_worth_another_try");
  }

  @Test
  void who_makes_no_fact_is_told_of_which_sentence() {
    TestExecutionSummary summary =
        run(
            Extracting.class,
            "it finds nothing",
            Optional.of("a_plain_statement_teaches_something"));
    assertThat(summary.getFailures())
        .singleElement()
        .extracting(failure -> failure.getException().getMessage())
        .asString()
        .contains("User Ann prefers the language Go.", "statement(String)");
  }

  @Test
  void sound_ones_pass() {
    for (Class<?> contract :
        List.of(Extracting.class, Embedding.class, Learning.class, Transporting.class)) {
      TestExecutionSummary summary = run(contract, NONE, Optional.empty());
      assertThat(summary.getFailures()).isEmpty();
      assertThat(summary.getTestsSucceededCount()).isGreaterThanOrEqualTo(9);
    }
  }

  @Test
  void as_many_flaws_are_tried_as_are_told_apart() {
    assertThat(
            Stream.<List<? extends Flaw<?>>>of(extractors(), embedders(), stages(), transports())
                .flatMap(List::stream)
                .map(Flaw::what))
        .hasSizeGreaterThanOrEqualTo(57)
        .doesNotHaveDuplicates();
  }

  private static void assertCaught(Class<?> contract, String what, String caughtBy) {
    TestExecutionSummary summary = run(contract, what, Optional.of(caughtBy));
    assertThat(summary.getTestsStartedCount()).as(caughtBy).isEqualTo(1);
    assertThat(summary.getTestsFailedCount()).as(what).isEqualTo(1);
  }

  private static TestExecutionSummary run(Class<?> contract, String flaw, Optional<String> test) {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    PostDiscoveryFilter wanted =
        found ->
            FilterResult.includedIf(
                !found.isTest()
                    || test.isEmpty()
                    || found.getLegacyReportingName().startsWith(test.get() + "("));
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(contract))
                .filters(wanted)
                .configurationParameter("flaw", flaw)
                .build(),
            listener);
    return listener.getSummary();
  }

  /** Run by this test alone, with one flaw at a time. */
  @ExtendWith(FlawToTry.class)
  static final class Extracting extends RemoteExtractorTck {

    private final String flaw;

    Extracting(String flaw) {
      this.flaw = flaw;
    }

    @Override
    protected Extractor openExtractor() {
      return extractors().stream()
          .filter(one -> one.what().equals(flaw))
          .map(one -> one.model().get())
          .findAny()
          .orElseGet(WordExtractor::new);
    }

    @Override
    protected Extractor openUnreachable() {
      return failing(!flaw.equals(PERMANENT));
    }

    @Override
    protected Extractor openRefused() {
      return failing(flaw.equals(TEMPORARY));
    }

    private Extractor failing(boolean isTemporary) {
      return episodes -> {
        String asked = episodes.get(0).trace().timeline().get(0).summary();
        String message = flaw.equals(TALKATIVE) ? "cannot read " + asked : "no answer";
        IllegalStateException cause = new IllegalStateException(message);
        if (flaw.equals(FOREIGN)) {
          throw cause;
        }
        throw isTemporary
            ? ModelException.temporary(message, cause)
            : ModelException.permanent(message, cause);
      };
    }
  }

  /** Run by this test alone, with one flaw at a time. */
  @ExtendWith(FlawToTry.class)
  static final class Embedding extends EmbedderTck {

    private final String flaw;

    Embedding(String flaw) {
      this.flaw = flaw;
    }

    @Override
    protected Embedder openEmbedder() {
      return embedders().stream()
          .filter(one -> one.what().equals(flaw))
          .map(one -> one.model().get())
          .findAny()
          .orElseGet(WordEmbedder::sound);
    }
  }

  /** Run by this test alone, with one flaw at a time. */
  @ExtendWith(FlawToTry.class)
  static final class Learning extends StageTck<List<String>> {

    private final String flaw;

    Learning(String flaw) {
      this.flaw = flaw;
    }

    @Override
    protected Stage<List<String>> openStage() {
      return stages().stream()
          .filter(one -> one.what().equals(flaw))
          .map(one -> one.model().get())
          .findAny()
          .orElseGet(WordStage::new);
    }

    @Override
    protected List<EpisodicPayload> instructive() {
      return List.of(saying("one"), saying("one", "two"), saying("three"));
    }
  }

  /** Run by this test alone, with one flaw at a time. */
  @ExtendWith(FlawToTry.class)
  static final class Transporting extends TransportTck {

    private final String flaw;

    Transporting(String flaw) {
      this.flaw = flaw;
    }

    @Override
    protected TransportProvider provider() {
      return transports().stream()
          .filter(one -> one.what().equals(flaw))
          .map(one -> one.model().get())
          .findAny()
          .orElseGet(() -> new HttpTransport.Provider(HttpTransport::new));
    }

    @Override
    protected Map<String, JsonValue> settings() {
      return Map.of("plugins.http.listen_addr", new JsonString("localhost:0"));
    }

    @Override
    protected List<String> retrieve(String startLine, @Nullable String key) throws Exception {
      return HttpTransport.call(startLine, key);
    }
  }

  static final class FlawToTry implements ParameterResolver, ExecutionCondition {

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return context.getConfigurationParameter("flaw").isPresent()
          ? ConditionEvaluationResult.enabled("a flaw is given")
          : ConditionEvaluationResult.disabled("no flaw is given");
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == String.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context.getConfigurationParameter("flaw").orElseThrow();
    }
  }
}
