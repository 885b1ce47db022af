package dev.membrane.embedder.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.spi.Embedder;
import dev.membrane.tck.EmbedderTck;
import dev.membrane.tck.Race;
import dev.membrane.tck.Seed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

final class OnnxEmbedderTest extends EmbedderTck {

  private static final List<String> ODD =
      List.of("", " \n", "?!...;--", "\uD83E\uDD80\uD83D\uDE00", "我喜欢绿茶", "\u0301\u200B", "[SEP]");

  /** One for all tests: it has no state but the model, which takes a second to load. */
  private static OnnxEmbedder embedder;

  @BeforeAll
  static void load() {
    embedder = new OnnxEmbedder();
  }

  @AfterAll
  static void close() {
    embedder.close();
  }

  @Override
  protected Embedder openEmbedder() {
    return embedder;
  }

  @Test
  void every_vector_has_the_length_one() {
    for (String text : ODD) {
      assertThat(length(one(text))).as(text).isBetween(0.99999, 1.00001);
    }
  }

  @Test
  void a_paraphrase_without_a_common_word_is_nearer_than_another_sentence_with_one() {
    float[] said = one("The cat is sleeping on the couch.");
    float[] same = one("A kitten naps upon some sofa.");
    float[] other = one("The court is sitting on the case.");
    assertThat(dot(said, same)).isGreaterThan(dot(said, other) + 0.05);
  }

  @Test
  void a_text_has_the_same_vector_whatever_comes_with_it() {
    List<String> texts = new ArrayList<>(ODD);
    texts.addAll(List.of("a", "the quick brown fox", "word ".repeat(60), "word ".repeat(61)));
    List<float[]> alone = texts.stream().map(OnnxEmbedderTest::one).toList();
    Collections.reverse(texts);
    List<float[]> together = embedder.embed(texts);
    for (int i = 0; i < texts.size(); i++) {
      assertThat(together.get(texts.size() - 1 - i)).isEqualTo(alone.get(i));
    }
  }

  @Test
  void many_threads_get_the_same_to_the_bit() throws InterruptedException {
    List<String> texts =
        List.of("one thing", "another thing, and a longer one", "word ".repeat(50));
    List<float[]> asTexts = embedder.embed(texts);
    List<float[]> asQuestions = texts.stream().map(embedder::embedQuery).toList();
    List<List<float[]>> raced =
        Race.run(
            6,
            i ->
                () ->
                    i % 2 == 0
                        ? embedder.embed(texts)
                        : texts.stream().map(embedder::embedQuery).toList());
    for (int i = 0; i < raced.size(); i++) {
      assertThat(raced.get(i))
          .usingRecursiveComparison()
          .isEqualTo(i % 2 == 0 ? asTexts : asQuestions);
    }
  }

  @Test
  void with_processors_to_spare_the_vectors_are_the_same_to_the_bit() {
    List<String> texts = new ArrayList<>(ODD);
    for (int i = 0; i < 40; i++) {
      texts.add("turn " + i + " says " + "a few words and ".repeat(i % 7) + "ends");
    }
    List<float[]> alone = texts.stream().map(OnnxEmbedderTest::one).toList();
    AtomicInteger asked = new AtomicInteger();
    for (IntSupplier spare :
        List.<IntSupplier>of(() -> 1, () -> 3, () -> -1, () -> asked.getAndIncrement() % 3)) {
      assertThat(embedder.embed(texts, spare)).usingRecursiveComparison().isEqualTo(alone);
    }
    assertThat(asked).hasPositiveValue();
  }

  @Test
  void other_threads_help_while_there_are_processors_to_spare_and_no_longer() {
    Set<Thread> computing = ConcurrentHashMap.newKeySet();
    IntSupplier two =
        () -> {
          computing.add(Thread.currentThread());
          return 2;
        };
    List<String> texts = Collections.nCopies(60, "some words that take a while to be embedded");
    assertThat(embedder.embed(texts, two)).hasSize(60);
    assertThat(computing).hasSizeBetween(2, 3);

    computing.clear();
    IntSupplier none =
        () -> {
          computing.add(Thread.currentThread());
          return 0;
        };
    assertThat(embedder.embed(texts, none)).hasSize(60);
    assertThat(computing).containsExactly(Thread.currentThread());
  }

  @Test
  void a_question_is_embedded_behind_the_instruction() {
    String question = "when does the shop open?";
    assertThat(embedder.embedQuery(question))
        .isEqualTo(one(OnnxEmbedder.INSTRUCTION + question))
        .isNotEqualTo(one(question));
  }

  @Test
  void of_a_long_text_only_the_beginning_is_read() {
    String beginning = "some words and more ".repeat(128);
    assertThat(one(beginning + "x ".repeat(1_000_000))).isEqualTo(one(beginning + "what else"));
  }

  @Test
  void texts_of_chance_have_vectors(TestInfo test) {
    long seed = Seed.number(test);
    Random random = new Random(seed);
    for (int i = 0; i < 50; i++) {
      int[] points = random.ints(random.nextInt(60), 0, Character.MAX_CODE_POINT + 1).toArray();
      assertThat(length(one(new String(points, 0, points.length))))
          .as("seed %s", seed)
          .isBetween(0.99999, 1.00001);
    }
  }

  private static float[] one(String text) {
    return embedder.embed(List.of(text)).get(0);
  }

  private static double length(float[] vector) {
    return Math.sqrt(dot(vector, vector));
  }

  private static double dot(float[] a, float[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (double) a[i] * b[i];
    }
    return sum;
  }
}
