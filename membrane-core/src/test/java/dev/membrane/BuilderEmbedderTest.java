package dev.membrane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Maintenance.EmbeddingResult;
import dev.membrane.schema.Sensitivity;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.ModelException;
import dev.membrane.spi.store.ForwardingStore;
import dev.membrane.spi.store.MemoryStore;
import dev.membrane.spi.store.StoreOpenException;
import dev.membrane.spi.store.StoreUnavailableException;
import dev.membrane.spi.store.Vectors;
import dev.membrane.store.memory.InMemoryStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The embedder that a memory is built with: what it may lack, and what its faults cost. */
class BuilderEmbedderTest {

  private static final Embedder EMBEDDER =
      new Embedder() {
        @Override
        public String model() {
          return "letters";
        }

        @Override
        public int dimensions() {
          return 2;
        }

        @Override
        public List<float[]> embed(List<String> texts) {
          return texts.stream().map(text -> new float[] {text.length(), 1}).toList();
        }
      };

  @Test
  void a_store_without_vectors_is_refused_for_an_embedder_and_closed() {
    InMemoryStore opened = new InMemoryStore();
    MembraneBuilder builder =
        Membrane.builder()
            .openStore(
                () ->
                    new ForwardingStore(opened) {
                      @Override
                      public Optional<Vectors> vectors() {
                        return Optional.empty();
                      }
                    })
            .embedder(EMBEDDER);
    assertThatThrownBy(builder::build)
        .isInstanceOf(StoreOpenException.class)
        .hasMessageContaining("keeps no vectors");
    assertThatThrownBy(opened::check).isInstanceOf(StoreUnavailableException.class);
  }

  @Test
  void what_failed_first_is_told_also_where_the_store_cannot_be_closed() {
    MembraneBuilder builder =
        Membrane.builder()
            .openStore(
                () ->
                    new ForwardingStore(new InMemoryStore()) {
                      @Override
                      public Optional<Vectors> vectors() {
                        return Optional.empty();
                      }

                      @Override
                      public void close() {
                        throw new IllegalStateException("it stays open");
                      }
                    })
            .embedder(EMBEDDER);
    assertThatThrownBy(builder::build)
        .isInstanceOf(StoreOpenException.class)
        .hasMessageContaining("keeps no vectors")
        .hasSuppressedException(new IllegalStateException("it stays open"));
  }

  @Test
  void what_waits_for_an_embedding_is_embedded_when_it_is_asked_for() {
    try (Membrane membrane =
        Membrane.builder()
            .openStore(InMemoryStore::new)
            .embedder(EMBEDDER)
            .backgroundJobs(false)
            .build()) {
      membrane
          .as(Caller.named("ann").in("project"))
          .ingestion()
          .observe("ann", "user", "prefers", "Go");
      assertThat(membrane.maintenance().embed()).isEqualTo(new EmbeddingResult(1, 0));
      assertThat(membrane.maintenance().embed()).isEqualTo(EmbeddingResult.NOTHING);
    }
  }

  @Test
  void an_embedder_that_breaks_its_contract_costs_no_answer() {
    List<Function<List<String>, List<float[]>>> broken =
        List.of(
            texts -> {
              throw new IllegalStateException("no model");
            },
            texts -> {
              throw new AssertionError("no model");
            },
            texts -> {
              throw new StackOverflowError("no model");
            },
            texts -> {
              throw BuilderEmbedderTest.<RuntimeException>undeclared(new IOException("no model"));
            },
            texts -> List.of(),
            texts -> List.of(new float[] {0, 0}),
            texts -> List.of(new float[] {1, Float.NaN}),
            texts -> List.of(new float[] {1, 2, 3}));
    for (Function<List<String>, List<float[]>> way : broken) {
      try (Membrane membrane =
          Membrane.builder()
              .openStore(InMemoryStore::new)
              .embedder(embedder(way))
              .backgroundJobs(false)
              .build()) {
        Memory mine = membrane.as(Caller.named("ann").in("project"));
        mine.ingestion().observe("ann", "user", "prefers", "Go");
        EmbeddingResult result = membrane.maintenance().embed();
        assertThat(result.embedded()).isZero();
        assertThat(result.setAside()).isPositive();
        assertThat(mine.retrieval().retrieve("What does the user prefer?").records()).hasSize(1);
      }
    }
  }

  /** Throws as code in Kotlin or Groovy does, which declares no exception. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> RuntimeException undeclared(Throwable failure) throws T {
    throw (T) failure;
  }

  @Test
  void an_embedder_that_cannot_work_stops_the_start_before_a_store_is_opened() {
    Embedder missing =
        new Embedder() {
          @Override
          public String model() {
            return "missing";
          }

          @Override
          public int dimensions() {
            return 2;
          }

          @Override
          public List<float[]> embed(List<String> texts) {
            return List.of();
          }

          @Override
          public void check() {
            throw ModelException.permanent("no model file", new IOException("gone"));
          }
        };
    List<MemoryStore> opened = new ArrayList<>();
    MembraneBuilder builder =
        Membrane.builder()
            .openStore(
                () -> {
                  opened.add(new InMemoryStore());
                  return opened.get(0);
                })
            .embedder(missing);
    assertThatThrownBy(builder::build)
        .isInstanceOf(ModelException.class)
        .hasMessage("no model file");
    assertThat(opened).isEmpty();
  }

  @Test
  void an_embedder_that_says_nothing_of_itself_is_told_with_all_other_faults() {
    MembraneBuilder builder =
        Membrane.builder().config(Map.of("decay_interval", "soon")).embedder(new VoidEmbedder());
    assertThatThrownBy(builder::build)
        .isInstanceOfSatisfying(
            ConfigException.class,
            refused ->
                assertThat(refused.faults())
                    .hasSize(5)
                    .contains(
                        "embedder: model() must not be null",
                        "embedder: dimensions() must be at least 1, not 0",
                        "embedder: maxSensitivity() must not be null"));
  }

  private static final class VoidEmbedder implements Embedder {
    @Override
    @SuppressWarnings("NullAway") // What an embedder without null checks may do.
    public String model() {
      return null;
    }

    @Override
    public int dimensions() {
      return 0;
    }

    @Override
    public List<float[]> embed(List<String> texts) {
      return List.of();
    }

    @Override
    @SuppressWarnings("NullAway")
    public Sensitivity maxSensitivity() {
      return null;
    }
  }

  private static Embedder embedder(Function<List<String>, List<float[]>> way) {
    return new Embedder() {
      @Override
      public String model() {
        return "broken";
      }

      @Override
      public int dimensions() {
        return 2;
      }

      @Override
      public List<float[]> embed(List<String> texts) {
        return way.apply(texts);
      }
    };
  }
}
