package dev.membrane.internal.retrieve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.Membrane;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.ModelException;
import dev.membrane.spi.Tracer;
import dev.membrane.store.memory.InMemoryStore;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** A question that could not be embedded is answered by its words, and its trace says so. */
class FailedMeaningTest {

  private final Map<Tracer.TracedStep, Throwable> failed = new ConcurrentHashMap<>();

  @Test
  void the_step_that_embeds_fails_and_no_other() {
    Caller ann = Caller.named("ann").in("project");
    try (Membrane membrane =
        Membrane.builder()
            .openStore(InMemoryStore::new)
            .embedder(new RefusedEmbedder())
            .tracer(new FailureTracer())
            .backgroundJobs(false)
            .build()) {
      membrane.as(ann).ingestion().observe("agent", "user", "drinks", "tea");

      assertThat(membrane.as(ann).retrieval().retrieve("tea").records()).hasSize(1);
    }
    assertThat(failed).containsOnlyKeys(Tracer.TracedStep.MEANING);
    assertThat(failed.values()).singleElement().isInstanceOf(ModelException.class);
  }

  /** Is refused by its service. */
  private static final class RefusedEmbedder implements Embedder {

    @Override
    public String model() {
      return "refused";
    }

    @Override
    public int dimensions() {
      return 2;
    }

    @Override
    public List<float[]> embed(List<String> texts) {
      throw ModelException.temporary("answers with 401", new IOException());
    }
  }

  private final class FailureTracer implements Tracer {

    @Override
    public boolean isOn() {
      return true;
    }

    @Override
    public Span step(TracedStep step) {
      return new Span() {
        @Override
        public void failed(Throwable thrown) {
          failed.put(step, thrown);
        }
      };
    }
  }
}
