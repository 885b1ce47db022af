package dev.membrane.internal.retrieve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.membrane.spi.Embedder;
import dev.membrane.spi.ModelException;
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
          });

  @Test
  void what_an_asker_repeats_is_embedded_once() {
    assertThat(questions.of("tea", "ann")).isEqualTo(questions.of("tea", "ann"));
    assertThat(embedded).containsExactly("tea");
  }

  @Test
  void another_asker_and_another_model_wait_like_the_first() {
    questions.of("tea", "ann");
    questions.of("tea", "bob");
    model = "large";
    questions.of("tea", "ann");
    assertThat(embedded).containsExactly("tea", "tea", "tea");
  }

  @Test
  void the_latest_are_kept_and_no_long_ones() {
    for (int i = 0; i <= 1_000; i++) {
      questions.of("question " + i, "ann");
    }
    questions.of("question 1000", "ann");
    assertThat(embedded).hasSize(1_001);
    questions.of("question 0", "ann");
    assertThat(embedded).hasSize(1_002);
    String page = "word ".repeat(1_000);
    questions.of(page, "ann");
    questions.of(page, "ann");
    assertThat(embedded).hasSize(1_004);
  }

  @Test
  void a_failure_is_not_kept() {
    isOut = true;
    assertThatThrownBy(() -> questions.of("tea", "ann")).isInstanceOf(ModelException.class);
    isOut = false;
    questions.of("tea", "ann");
    assertThat(embedded).containsExactly("tea");
  }
}
