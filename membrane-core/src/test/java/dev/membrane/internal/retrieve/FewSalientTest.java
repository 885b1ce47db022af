package dev.membrane.internal.retrieve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.internal.embed.Meanings;
import dev.membrane.store.memory.InMemoryStore;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A few of the most salient records are read at first. What is answered is what all of them would
 * have led to, also where many that match have nearly one score and only salience tells them apart.
 */
class FewSalientTest {

  private static final int MATCHING = 700;
  private static final int OTHERS = 40;
  private static final int LIMIT = 10;

  private final RecordingStore store = new RecordingStore(new InMemoryStore());
  private final Meanings meanings =
      new Meanings().means("apple", 0).means("fig", 10).means("plum", 30).means("pear", 80);
  private final Remembered memory = new Remembered(store);
  private final Random random = new Random(71);

  private void remember(String text, double salience) {
    memory.add(
        Remembered.working("thread-" + random.nextInt(), text), Remembered.salience(salience));
  }

  /**
   * The longer a text is, the less its words speak for it, but three words in thirty are little.
   * The longest are the most salient of those that match.
   *
   * @param added what stands in the texts of each length
   */
  private void fill(String... added) {
    for (int i = 0; i < OTHERS; i++) {
      remember("pear", 0.9 + 0.1 * random.nextDouble());
    }
    for (int i = 0; i < MATCHING; i++) {
      int more = random.nextInt(added.length);
      String text = "apple " + added[more] + " word".repeat(30 + more);
      remember(text, more == added.length - 1 ? 0.89 : 0.1);
    }
  }

  private List<String> first(int limit) {
    return memory.idsFor(ask -> ask.taskDescriptor("apple").limit(limit)).subList(0, LIMIT);
  }

  /** Whether all of the most salient were read for what a call answers. */
  private boolean readAll() {
    return store.salienceLimits.stream().anyMatch(limit -> limit >= CandidateSearch.CANDIDATES);
  }

  private boolean answersLikeTheWhole() {
    List<String> whole = first(MATCHING);
    store.forget();
    assertThat(first(LIMIT)).isEqualTo(whole);
    return readAll();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.2, 0.5, 0.9})
  void the_first_are_the_same_where_salience_brings_up_what_is_no_candidate(double vectors) {
    memory.weighing(vectors, 0);
    fill("word", "word", "word", "word");
    memory.understanding(meanings);
    assertThat(answersLikeTheWhole()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.2, 0.5, 0.9})
  void all_are_not_read_where_vectors_speak_for_the_candidates(double vectors) {
    memory.weighing(vectors, 0);
    fill("word", "fig", "plum", "pear");
    memory.understanding(meanings);
    assertThat(answersLikeTheWhole()).isFalse();
  }
}
