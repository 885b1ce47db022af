package dev.membrane.spring.boot.starter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.membrane.Caller;
import dev.membrane.ClosedException;
import dev.membrane.ConfigException;
import dev.membrane.Membrane;
import dev.membrane.PageRequest;
import dev.membrane.client.GrpcSite;
import dev.membrane.client.MembraneClient;
import dev.membrane.schema.MembraneException;
import dev.membrane.schema.MemoryRecord;
import dev.membrane.schema.MemoryType;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.ModelException;
import dev.membrane.spi.store.Statistics.ScopeCount;
import dev.membrane.spring.ai.LongTermMemoryAdvisor;
import dev.membrane.spring.ai.MembraneChatMemoryRepository;
import dev.membrane.store.memory.InMemoryStore;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.memory.InMemoryChatMemoryRepository;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.model.chat.memory.autoconfigure.ChatMemoryAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthContributors;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;

/** What an application gets that has the starter on its class path. */
class MembraneAutoConfigurationTest {

  @TempDir private Path folder;

  private ApplicationContextRunner application(String... properties) {
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                MembraneAutoConfiguration.class,
                MembraneHealthAutoConfiguration.class,
                MembraneMetricsAutoConfiguration.class,
                MembraneSpringAiAutoConfiguration.class,
                MetricsAutoConfiguration.class,
                ChatMemoryAutoConfiguration.class))
        .withPropertyValues("membrane.path=" + folder.resolve("memory.db"))
        .withPropertyValues(properties);
  }

  @Test
  void without_a_word_the_memory_is_in_a_file_and_closed_with_the_context() {
    AtomicReference<Membrane> opened = new AtomicReference<>();
    application()
        .run(
            context -> {
              Membrane membrane = context.getBean(Membrane.class);
              opened.set(membrane);
              membrane.ingestion().observe("test", "user", "likes", "tea");
              context.getBean(ChatMemory.class).add("c", new UserMessage("hello"));
              assertThat(context).hasSingleBean(LongTermMemoryAdvisor.class);
            });
    assertThatThrownBy(() -> opened.get().check()).isInstanceOf(ClosedException.class);
    assertThat(folder.resolve("memory.db")).exists();
    application()
        .run(
            context -> {
              assertThat(context.getBean(Membrane.class).retrieval().retrieve("tea").records())
                  .extracting(MemoryRecord::type)
                  .contains(MemoryType.SEMANTIC);
              assertThat(context.getBean(ChatMemory.class).get("c"))
                  .containsExactly(new UserMessage("hello"));
            });
  }

  @Test
  void on_a_server_the_only_scope_of_the_key_is_written_to() {
    try (Membrane engine =
            Membrane.builder().openStore(InMemoryStore::new).backgroundJobs(false).build();
        GrpcSite site = GrpcSite.serving(engine)) {
      String key = site.admitted(Caller.named("app").in("only"));
      application("membrane.address=" + site.address(), "membrane.key=" + key)
          .run(
              context -> {
                context.getBean(Membrane.class).ingestion().observe("test", "user", "likes", "tea");
                context.getBean(ChatMemory.class).add("c", new UserMessage("hello"));
              });
      assertThat(engine.listing().scopes(PageRequest.FIRST).items())
          .extracting(ScopeCount::scope)
          .containsExactly("only");
    }
  }

  @Test
  void an_address_makes_it_a_server() {
    try (Membrane engine =
            Membrane.builder().openStore(InMemoryStore::new).backgroundJobs(false).build();
        GrpcSite site = GrpcSite.serving(engine)) {
      String key = site.admitted(Caller.named("app").in("a", "b"));
      AtomicReference<Membrane> opened = new AtomicReference<>();
      application("membrane.address=" + site.address(), "membrane.key=" + key, "membrane.scope=a")
          .run(
              context -> {
                opened.set(context.getBean(Membrane.class));
                assertThat(opened.get()).isInstanceOf(MembraneClient.class);
                context.getBean(ChatMemory.class).add("c", new UserMessage("hello"));
                assertThat(engine.retrieval().retrieve("hello").records())
                    .extracting(MemoryRecord::scope)
                    .containsExactly("a");
                assertThat(context.getBean(HealthIndicator.class).health().getStatus())
                    .isEqualTo(Status.UP);
                MembraneChatMemoryRepository.of(engine.as(Caller.ANONYMOUS.in("b")))
                    .saveAll("in b", List.of(new UserMessage("hello")));
                assertThat(context.getBean(ChatMemoryRepository.class).findConversationIds())
                    .containsExactly("c");
              });
      assertThatThrownBy(() -> opened.get().check()).isInstanceOf(ClosedException.class);
      application("membrane.address=" + site.address(), "membrane.key=unknown")
          .run(
              context ->
                  assertThat(context.getBean(HealthIndicator.class).health().getStatus())
                      .isEqualTo(Status.DOWN));
    }
  }

  @Test
  void all_that_is_written_goes_to_the_scope_that_is_set() {
    application("membrane.scope=project")
        .run(
            context -> {
              Membrane membrane = context.getBean(Membrane.class);
              membrane.ingestion().observe("test", "user", "likes", "tea");
              assertThat(membrane.retrieval().retrieve("tea").records())
                  .extracting(MemoryRecord::scope)
                  .containsExactly("project");
            });
  }

  @Test
  void settings_that_do_not_go_together_are_named() {
    assertFault("membrane.address is missing", "membrane.key=secret");
    assertFault("membrane.address must not be blank", "membrane.address= ");
    assertFault(
        "membrane.settings are of a memory in the own process",
        "membrane.address=localhost:1",
        "membrane.settings.relevance-weight=0.5");
    assertFault("membrane.deadline must be positive", "membrane.deadline=0s");
    assertFault("membrane.scope must not be blank", "membrane.scope= ");
    assertFault("membrane.path", "membrane.path=");
    assertFault("membrane.adress", "membrane.adress=localhost:1");
    assertFault("membrane.advisor.limit must be 1 to 10000", "membrane.advisor.limit=0");
    assertFault("membrane.advisor.limit must be 1 to 10000", "membrane.advisor.limit=10001");
  }

  private void assertFault(String message, String... properties) {
    application(properties)
        .run(
            context ->
                assertThat(context.getStartupFailure()).rootCause().hasMessageContaining(message));
  }

  @Test
  void the_settings_of_the_engine_are_checked_by_it() {
    for (String known : List.of("relevance-weight", "relevance_weight", "relevance.weight")) {
      application("membrane.settings." + known + "=0.5")
          .run(context -> assertThat(context).hasNotFailed());
    }
    application("membrane.settings.relevance-wait=0.5")
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .rootCause()
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("relevance_wait"));
  }

  @Test
  void what_cannot_be_used_is_told_by_the_names_of_properties_without_a_stack_trace() {
    assertTold("membrane.settings.relevance-wait", "membrane.settings.relevance-wait=0.5");
    assertTold("membrane.address: ", "membrane.address=nowhere");
    assertTold("membrane.path: ", "membrane.path=" + folder.resolve("none").resolve("memory.db"));
  }

  @Test
  void of_a_server_the_property_is_named_that_cannot_be_used() {
    String address = "membrane.address=localhost:1";
    assertTold("membrane.key: ", address, "membrane.key=k\u00e9y");
    assertTold("membrane.deadline: ", address, "membrane.deadline=400d");
  }

  @Test
  void faults_of_the_beans_of_an_application_are_none_of_a_property() {
    ModelException away = ModelException.refused("the endpoint is down", new IOException());
    assertThrown(embedder(8, away), away);
    assertThrown(
        embedder(0, null),
        new ConfigException(List.of("embedder: dimensions() must be at least 1, not 0")));
  }

  private void assertThrown(Embedder embedder, MembraneException expected) {
    application()
        .withBean(Embedder.class, () -> embedder)
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .hasStackTraceContaining(
                        expected.getClass().getName() + ": " + expected.getMessage())
                    .satisfies(failure -> assertThat(analyzer().analyze(failure)).isNull()));
  }

  private static Embedder embedder(int dimensions, @Nullable ModelException failure) {
    return new Embedder() {

      @Override
      public String model() {
        return "model";
      }

      @Override
      public int dimensions() {
        return dimensions;
      }

      @Override
      public List<float[]> embed(List<String> texts) {
        return List.of();
      }

      @Override
      public void check() {
        if (failure != null) {
          throw failure;
        }
      }
    };
  }

  private static FailureAnalyzer analyzer() {
    return SpringFactoriesLoader.forDefaultResourceLocation()
        .load(FailureAnalyzer.class, FailureHandler.handleMessage((text, why) -> {}))
        .stream()
        .filter(one -> one instanceof UnusablePropertiesAnalyzer)
        .findFirst()
        .orElseThrow();
  }

  private void assertTold(String message, String... properties) {
    application(properties)
        .run(
            context -> {
              FailureAnalysis told = analyzer().analyze(context.getStartupFailure());
              assertThat(told.getDescription()).contains(message);
            });
  }

  @Test
  void a_server_that_hangs_is_down_for_it_does_not_answer_in_time() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      application("membrane.address=127.0.0.1:" + silent.getLocalPort(), "membrane.deadline=1s")
          .run(
              context ->
                  assertThat(context.getBean(HealthIndicator.class).health().getDetails())
                      .containsEntry("error", "no answer within membrane.deadline"));
    }
  }

  @Test
  void what_the_store_does_is_measured() {
    application()
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .run(
            context -> {
              context.getBean(Membrane.class).ingestion().observe("test", "user", "likes", "tea");
              assertThat(
                      context
                          .getBean(MeterRegistry.class)
                          .get("membrane.store")
                          .tag("operation", "commit")
                          .tag("outcome", "ok")
                          .timer()
                          .count())
                  .isPositive();
            });
  }

  @Test
  void failures_of_jobs_are_counted_from_0() {
    application()
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .run(
            context ->
                assertThat(
                        context
                            .getBean(MeterRegistry.class)
                            .get("membrane.job")
                            .tag("job", "prune")
                            .tag("outcome", "error")
                            .timer()
                            .count())
                    .isZero());
  }

  @Test
  void what_an_application_has_of_its_own_stays() {
    application()
        .withBean(ChatMemoryRepository.class, InMemoryChatMemoryRepository::new)
        .withBean(Membrane.class, () -> Membrane.builder().openStore(InMemoryStore::new).build())
        .run(
            context -> {
              assertThat(context).doesNotHaveBean(MembraneChatMemoryRepository.class);
              assertThat(context).hasSingleBean(Membrane.class);
              assertThat(folder.resolve("memory.db")).doesNotExist();
            });
  }

  @Test
  void of_two_memories_the_health_has_a_part_each_and_a_conversation_needs_the_primary_one() {
    application()
        .withBean("one", Membrane.class, MembraneAutoConfigurationTest::inMemory)
        .withBean("other", Membrane.class, MembraneAutoConfigurationTest::inMemory)
        .run(
            context -> {
              assertThat(context)
                  .hasNotFailed()
                  .doesNotHaveBean(MembraneChatMemoryRepository.class);
              context.getBean("other", Membrane.class).close();
              CompositeHealthContributor health =
                  context.getBean("membraneHealthContributor", CompositeHealthContributor.class);
              assertThat(health.stream())
                  .extracting(
                      HealthContributors.Entry::name,
                      part -> ((HealthIndicator) part.contributor()).health().getStatus())
                  .containsExactlyInAnyOrder(tuple("one", Status.UP), tuple("other", Status.DOWN));
            });
  }

  private static Membrane inMemory() {
    return Membrane.builder().backgroundJobs(false).store(new InMemoryStore()).build();
  }

  @Test
  void it_starts_without_spring_ai_without_health_and_without_micrometer() {
    application("management.health.membrane.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean(HealthIndicator.class));
    application()
        .withClassLoader(
            new FilteredClassLoader(
                MembraneChatMemoryRepository.class, HealthIndicator.class, MeterBinder.class))
        .run(
            context -> {
              assertThat(context).hasSingleBean(Membrane.class);
              assertThat(context).doesNotHaveBean("membraneHealthContributor");
              assertThat(context).doesNotHaveBean("membraneMeters");
              assertThat(context).doesNotHaveBean("longTermMemoryAdvisor");
            });
  }

  @Test
  void the_properties_are_described_to_editors() throws IOException {
    try (var metadata =
        getClass().getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
      assertThat(new String(metadata.readAllBytes(), StandardCharsets.UTF_8))
          .contains("\"membrane.address\"", "Host and port of a server to ask")
          .contains("\"membrane.advisor.max-tokens\"", "\"membrane.chat.deletion-policy\"");
    }
  }
}
