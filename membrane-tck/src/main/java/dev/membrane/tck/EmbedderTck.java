package dev.membrane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.spi.Embedder;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The contract of {@link Embedder}. If an embedder asks a model over a network, the vendor gives it
 * a stand-in that answers like the model.
 */
public abstract class EmbedderTck {

  private static final String TEA = "the user prefers green tea";
  private static final String TEA_AGAIN = "the user prefers green tea in the morning";
  private static final String BUILD = "compilation failed: missing semicolon at line forty";
  private static final int THREADS = 8;

  /** Models compute in parallel, so that the last digits of a number may differ. */
  private static final double SAME = 0.9999;

  private Embedder embedder;

  /** For subclasses. */
  protected EmbedderTck() {}

  /**
   * Makes an embedder that works. Called once for each test, which does not close it: what takes
   * long to load may serve all tests.
   */
  protected abstract Embedder openEmbedder();

  @BeforeEach
  final void open() {
    embedder = openEmbedder();
  }

  private float[] one(String text) {
    List<float[]> vectors = embedder.embed(List.of(text));
    assertThat(vectors).hasSize(1);
    return vectors.get(0);
  }

  private void assertSound(float[] vector) {
    assertThat(vector).hasSize(embedder.dimensions());
    double length = length(vector);
    assertThat(length).as("length of the vector").isFinite().isPositive();
  }

  private static double length(float[] vector) {
    return Math.sqrt(dot(vector, vector));
  }

  private static double dot(float[] a, float[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> (double) a[i] * b[i]).sum();
  }

  private static double cosine(float[] a, float[] b) {
    return dot(a, b) / (length(a) * length(b));
  }

  @Test
  final void it_says_what_it_is_and_never_otherwise() {
    assertThat(embedder.model()).isNotBlank().isEqualTo(embedder.model());
    assertThat(embedder.maxSensitivity()).as("maxSensitivity()").isNotNull();
    int before = embedder.dimensions();
    assertThat(before).isPositive();
    one(TEA);
    assertThat(embedder.dimensions()).isEqualTo(before);
  }

  @Test
  final void every_vector_has_its_dimensions_and_a_length() {
    embedder.embed(List.of(TEA, BUILD)).forEach(this::assertSound);
  }

  @Test
  final void without_texts_there_are_no_vectors() {
    assertThat(embedder.embed(List.of())).isEmpty();
  }

  @Test
  final void each_text_has_its_vector_in_the_order_given() {
    List<float[]> vectors = embedder.embed(List.of(TEA, BUILD, BUILD));
    assertThat(vectors).hasSize(3);
    assertThat(cosine(vectors.get(0), one(TEA))).isGreaterThan(SAME);
    assertThat(cosine(vectors.get(1), one(BUILD))).isGreaterThan(SAME);
    assertThat(cosine(vectors.get(2), one(BUILD))).isGreaterThan(SAME);
  }

  @Test
  final void with_processors_to_spare_each_text_has_the_vector_that_it_has_without() {
    List<String> texts = List.of(TEA, BUILD, TEA_AGAIN, "");
    for (int processors : new int[] {-1, 0, 1, 9}) {
      List<float[]> vectors = embedder.embed(texts, () -> processors);
      assertThat(vectors).hasSize(texts.size());
      for (int i = 0; i < texts.size(); i++) {
        assertThat(cosine(vectors.get(i), one(texts.get(i)))).isGreaterThan(SAME);
      }
    }
  }

  @Test
  final void a_batch_of_any_size_is_answered_in_full() {
    List<String> texts = IntStream.range(0, 300).mapToObj(i -> "text number " + i).toList();
    List<float[]> vectors = embedder.embed(texts);
    assertThat(vectors).hasSize(texts.size());
    vectors.forEach(this::assertSound);
    assertThat(cosine(vectors.get(299), one(texts.get(299)))).isGreaterThan(SAME);
  }

  @Test
  final void what_means_alike_lies_nearer_than_what_does_not() {
    float[] tea = one(TEA);
    assertThat(cosine(tea, one(TEA_AGAIN))).isGreaterThan(cosine(tea, one(BUILD)));
  }

  @Test
  final void a_question_lies_near_what_answers_it() {
    float[] question = embedder.embedQuery("which green tea does the user prefer");
    assertSound(question);
    assertThat(cosine(question, one(TEA))).isGreaterThan(cosine(question, one(BUILD)));
  }

  @Test
  final void what_works_is_found_to_work() {
    embedder.check();
    embedder.prepare();
    embedder.check();
    embedder.prepare();
    assertSound(one(TEA));
  }

  @Test
  final void any_text_has_a_vector() {
    List<String> texts = List.of("", " ", "x".repeat(200_000), "\u0001 \u2028 \uD83E\uDD80", "{]");
    embedder.embed(texts).forEach(this::assertSound);
    assertThat(embedder.embed(texts)).hasSize(texts.size());
    texts.forEach(text -> assertSound(embedder.embedQuery(text)));
  }

  @Test
  final void an_answer_belongs_to_the_caller() {
    float[] mine = one(TEA);
    float[] before = mine.clone();
    Arrays.fill(mine, 7);
    assertThat(cosine(one(TEA), before)).isGreaterThan(SAME);
  }

  @Test
  final void many_threads_get_each_their_own_vectors() throws InterruptedException {
    List<float[]> expected =
        IntStream.range(0, THREADS).mapToObj(i -> one("text number " + i)).toList();
    List<float[]> raced = Race.run(THREADS, i -> () -> one("text number " + i));
    for (int i = 0; i < THREADS; i++) {
      assertThat(cosine(raced.get(i), expected.get(i))).isGreaterThan(SAME);
    }
  }
}
