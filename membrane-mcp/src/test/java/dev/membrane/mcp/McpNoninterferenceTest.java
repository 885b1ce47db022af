package dev.membrane.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.membrane.tck.Trials;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * What a key may not see changes no answer over MCP: the same is done in two memories, of which one
 * holds records of somebody else besides, and all that is said to the key is compared.
 */
class McpNoninterferenceTest {

  private static final int TRIALS = Trials.of(200);
  private static final int STEPS = 12;
  private static final List<Question> QUESTIONS = List.of(Question.values());

  private final Map<Question, Integer> answered = new EnumMap<>(Question.class);

  @Test
  void what_is_hidden_changes_no_answer() {
    long first = new Random().nextLong();
    for (int trial = 0; trial < TRIALS; trial++) {
      long seed = first + trial;
      assertThat(told(seed, true)).as("seed %d", seed).isEqualTo(told(seed, false));
    }
    // A comparison of nothing but refusals would always hold.
    assertThat(answered.keySet()).containsExactly(Question.values());
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
          answered.merge(question, 1, Integer::sum);
        }
        told.add(question + " " + memory.withoutIds(answer.toString()));
      }
    }
    return told;
  }
}
