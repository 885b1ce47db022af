package dev.membrane.examples.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

class AssistantApplicationTest {

  private static final String RELEASED = "build \"ok\", test \"ok\", deploy \"ok\"";

  @TempDir private Path folder;

  @Test
  void it_remembers_across_restarts_and_gets_better_at_its_task() {
    List<String> answers = new ArrayList<>();
    try (ConfigurableApplicationContext context = start()) {
      Assistant assistant = context.getBean(Assistant.class);
      for (int i = 0; i < 5; i++) {
        answers.add(assistant.ask("work", "release the shop"));
      }
    }
    assertThat(answers.get(0)).contains("deploy \"refused: not tested\"");
    // Every other guess is right, and the fifth would be wrong.
    assertThat(answers.get(4)).isEqualTo(RELEASED);

    // The model of another run begins with the same wrong guess.
    try (ConfigurableApplicationContext context = start()) {
      Assistant assistant = context.getBean(Assistant.class);
      assertThat(assistant.ask("tomorrow", "release the shop")).isEqualTo(RELEASED);
      assertThat(assistant.ask("work", "What did I say first?"))
          .isEqualTo("First you said: release the shop");
      assertThat(assistant.ask("other", "Who am I?")).isEqualTo("First you said: Who am I?");
    }
  }

  private ConfigurableApplicationContext start() {
    return SpringApplication.run(
        AssistantApplication.class, "--membrane.path=" + folder.resolve("assistant.db"));
  }
}
