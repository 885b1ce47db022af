package dev.membrane.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.membrane.tck.Seed;
import dev.membrane.tck.Trials;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * What a key may not see changes no answer over MCP: the same is done in two memories, of which one
 * holds records of somebody else besides, and all that is said to the key is compared.
 */
class McpNoninterferenceTest {

  private static final int TRIALS = Trials.of(80);

  /** So many are made at a time, and more than usual while a question was only refused. */
  private static final int WAVE = 40;

  private static final int MAX_TRIALS = 100 * WAVE;
  private static final int STEPS = 12;
  private static final List<Question> QUESTIONS = List.of(Question.values());

  /** Starting and stopping servers is mostly waiting. */
  private static final int AT_ONCE = 4;

  private final Set<Question> answered = ConcurrentHashMap.newKeySet();

  @Test
  void what_is_hidden_changes_no_answer(TestInfo test) throws Exception {
    long first = Seed.number(test);
    ExecutorService workers = Executors.newFixedThreadPool(AT_ONCE);
    try {
      for (int done = 0; done < TRIALS || isShort(done); done += WAVE) {
        compare(first + done, workers);
      }
    } finally {
      workers.shutdownNow();
    }
    assertThat(answered).containsExactlyInAnyOrder(Question.values());
  }

  /** A comparison of nothing but refusals would always hold. */
  private boolean isShort(int done) {
    return done < MAX_TRIALS && answered.size() < QUESTIONS.size();
  }

  private void compare(long first, ExecutorService workers) throws Exception {
    List<Callable<Void>> trials = new ArrayList<>();
    for (int trial = 0; trial < WAVE; trial++) {
      long seed = first + trial;
      trials.add(() -> compare(seed));
    }
    for (Future<Void> trial : workers.invokeAll(trials)) {
      trial.get();
    }
  }

  private Void compare(long seed) {
    assertThat(told(seed, true)).as("seed %s", seed).isEqualTo(told(seed, false));
    return null;
  }

  /** What the key is told in one course of events. */
  private List<String> told(long seed, boolean isBesideOthers) {
    Random random = new Random(seed);
    List<String> told = new ArrayList<>();
    try (SharedMemory memory = new SharedMemory()) {
      for (int step = 0; step < STEPS; step++) {
        memory.pass();
        Random ofOthers = new Random(random.nextLong());
        Random ofKey = new Random(random.nextLong());
        if (isBesideOthers) {
          memory.hide(ofOthers);
        }
        Question question = QUESTIONS.get(ofKey.nextInt(QUESTIONS.size()));
        JsonNode answer = question.ask(memory, ofKey);
        boolean isRefused = answer.has("error") || answer.at("/result/isError").asBoolean();
        if (!isRefused) {
          answered.add(question);
        }
        told.add(question + " " + memory.withoutIds(answer.toString()));
      }
    }
    return told;
  }
}
