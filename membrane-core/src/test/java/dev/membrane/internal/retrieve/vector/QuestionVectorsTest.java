package dev.membrane.internal.retrieve.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.Caller;
import dev.membrane.spi.Embedder;
import dev.membrane.spi.ModelException;
import dev.membrane.spi.Tracer;
import dev.membrane.spi.store.Vector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuestionVectorsTest {

  private final List<String> embedded = new ArrayList<>();
  private String model = "small";
  private boolean isOut;

  private final QuestionVectors questions =
      new QuestionVectors(
          new Embedder() {
            @Override
            public String model() {
              return model;
            }

            @Override
            public int dimensions() {
              return 2;
            }

            @Override
            public List<float[]> embed(List<String> texts) {
              if (isOut) {
                throw ModelException.temporary("out", new IllegalStateException());
              }
              embedded.addAll(texts);
              return texts.stream().map(text -> new float[] {text.length(), 1}).toList();
            }
          },
          Duration.ofMinutes(1),
          Tracer.NONE);

  private Vector of(String text, String asker) {
    return questions.ask(text, Caller.named(asker)).await();
  }

  @Test
  void what_an_asker_repeats_is_embedded_once() {
    assertThat(of("tea", "ann")).isEqualTo(of("tea", "ann"));
    assertThat(embedded).containsExactly("tea");
  }

  @Test
  void another_asker_and_another_model_wait_like_the_first() {
    of("tea", "ann");
    of("tea", "bob");
    model = "large";
    of("tea", "ann");
    assertThat(embedded).containsExactly("tea", "tea", "tea");
  }

  @Test
  void the_latest_are_kept_and_no_long_ones() {
    askMany("ann", 101);
    of("question 100", "ann");
    assertThat(embedded).hasSize(101);
    of("question 0", "ann");
    assertThat(embedded).hasSize(102);
    String page = "word ".repeat(1_000);
    of(page, "ann");
    of(page, "ann");
    assertThat(embedded).hasSize(104);
  }

  @Test
  void what_others_ask_does_not_change_what_is_kept_for_an_asker() {
    of("tea", "ann");
    for (int i = 1; i < 100; i++) {
      askMany("asker " + i, 150);
    }
    embedded.clear();
    of("tea", "ann");
    assertThat(embedded).isEmpty();
  }

  @Test
  void of_many_askers_the_latest_are_known() {
    for (int i = 0; i <= 100; i++) {
      of("tea", "asker " + i);
    }
    embedded.clear();
    of("tea", "asker 1");
    assertThat(embedded).isEmpty();
    of("tea", "asker 0");
    assertThat(embedded).containsExactly("tea");
  }

  private void askMany(String asker, int different) {
    for (int i = 0; i < different; i++) {
      of("question " + i, asker);
    }
  }

  @Test
  void a_failure_is_not_kept() {
    isOut = true;
    assertThatThrownBy(() -> of("tea", "ann")).isInstanceOf(ModelException.class);
    isOut = false;
    of("tea", "ann");
    assertThat(embedded).containsExactly("tea");
  }
}
