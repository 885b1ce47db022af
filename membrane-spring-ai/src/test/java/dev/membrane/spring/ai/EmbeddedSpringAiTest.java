package dev.membrane.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.EraseRequest;
import dev.membrane.Membrane;
import dev.membrane.Memory;
import dev.membrane.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;

/** Spring AI on a memory in the own process. */
class EmbeddedSpringAiTest extends SpringAiContract {

  @Override
  Membrane openMembrane(Path folder) {
    return Membrane.builder()
        .openStore(() -> SqliteStore.open(folder.resolve("memory.db")))
        .backgroundJobs(false)
        .build();
  }

  @Test
  void users_with_a_repository_each_do_not_meet_and_are_erased_by_their_scope() {
    Memory ann = memory(Caller.named("ann").in("ann"));
    Memory bob = memory(Caller.named("bob").in("bob"));
    window(ann, 20).add("42", new UserMessage("My PIN is 4711"));
    window(bob, 20).add("42", new UserMessage("My PIN is 1234"));
    assertThat(bob.retrieval().text("PIN")).contains("1234").doesNotContain("4711");
    assertThat(MembraneChatMemoryRepository.of(bob).findByConversationId("42")).hasSize(1);
    ann.revision().erase(EraseRequest.ofScope("ann"));
    assertThat(MembraneChatMemoryRepository.of(ann).findConversationIds()).isEmpty();
    assertThat(MembraneChatMemoryRepository.of(bob).findConversationIds()).containsExactly("42");
  }

  /** That it does so on a remote memory is proved where the conversations themselves are. */
  @Test
  void conversations_go_on_past_a_thousand_messages_and_four_megabytes() {
    for (int block = 0; block < 21; block++) {
      int start = 50 * block;
      repository()
          .saveAll(
              "c",
              IntStream.range(start, start + 50)
                  .<Message>mapToObj(i -> new UserMessage("message " + i))
                  .toList());
    }
    List<Message> images = Collections.nCopies(3, SampleMessages.withImageOf(1_500_000));
    repository().saveAll("c", images);
    window(repository(), 20).add("c", new UserMessage("one more"));
    List<Message> found = repository().findByConversationId("c");
    assertThat(found).hasSize(4).last().isEqualTo(new UserMessage("one more"));
    assertThat(found.subList(0, 3))
        .allSatisfy(
            message ->
                assertThat(((UserMessage) message).getMedia().get(0).getDataAsByteArray())
                    .hasSize(1_500_000));
    assertThat(spoken("c")).hasSize(1_054);
  }
}
