package dev.membrane.guice;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.AbstractModule;
import com.google.inject.Guice;
import com.google.inject.Injector;
import dev.membrane.AuditLog;
import dev.membrane.Caller;
import dev.membrane.Ingestion;
import dev.membrane.Listing;
import dev.membrane.Maintenance;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.Retrieval;
import dev.membrane.Revision;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.store.memory.InMemoryStore;
import jakarta.inject.Inject;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

class MembraneModuleTest {

  /** What a program is wired with. */
  static final class Agent {
    final Ingestion ingestion;
    final Membrane membrane;

    @Inject
    Agent(Ingestion ingestion, Membrane membrane) {
      this.ingestion = ingestion;
      this.membrane = membrane;
    }
  }

  /** The bindings of a program that has a clock and a store of its own. */
  private static final class Application extends AbstractModule {
    @Override
    protected void configure() {
      bind(InstantSource.class).toInstance(InstantSource.system());
      bind(MemoryStore.class).to(InMemoryStore.class);
      bind(String.class).toInstance("mine");
    }
  }

  @Test
  void every_service_is_injected_beside_the_bindings_of_the_program() {
    try (InMemoryStore store = new InMemoryStore()) {
      Injector injector =
          Guice.createInjector(
              new MembraneModule(Membrane.builder().store(store).backgroundJobs(false)),
              new Application());
      for (Class<?> service :
          List.of(
              Memory.class,
              Ingestion.class,
              Retrieval.class,
              Listing.class,
              Revision.class,
              Maintenance.class,
              AuditLog.class)) {
        assertThat(injector.getInstance(service)).isNotNull();
      }
      Agent agent = injector.getInstance(Agent.class);
      assertThat(agent.membrane).isSameAs(injector.getInstance(Membrane.class));
      Memory mine = agent.membrane.as(Caller.named("ann").in("project"));
      mine.ingestion().observe("ann", "user", "prefers", "Go");
      assertThat(agent.membrane.metrics().totalRecords()).isEqualTo(1);
      agent.membrane.close();
    }
  }
}
