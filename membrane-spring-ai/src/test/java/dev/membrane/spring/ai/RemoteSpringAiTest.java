package dev.membrane.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.membrane.Caller;
import dev.membrane.Membrane;
import dev.membrane.client.GrpcSite;
import dev.membrane.store.memory.InMemoryStore;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;

/** Spring AI on a memory on a server. */
class RemoteSpringAiTest extends SpringAiContract {

  private Membrane engine;
  private GrpcSite site;

  @Override
  Membrane openMembrane(Path folder) {
    engine = Membrane.builder().openStore(InMemoryStore::new).backgroundJobs(false).build();
    site = GrpcSite.serving(engine);
    return site.client().build();
  }

  @AfterEach
  void stop() {
    site.close();
    engine.close();
  }

  @Test
  void a_restart_of_the_server_in_the_middle_loses_no_message_and_adds_none_twice()
      throws Exception {
    var chat = window(memory(Caller.named("app").in("project")), 1_000);
    CountDownLatch isUnderWay = new CountDownLatch(10);
    CompletableFuture<Void> writing =
        CompletableFuture.runAsync(
            () ->
                IntStream.range(0, 60)
                    .forEach(
                        i -> {
                          chat.add("c", new UserMessage("message " + i));
                          isUnderWay.countDown();
                        }));
    isUnderWay.await();
    site.restartAfter(500);
    writing.get();
    assertThat(chat.get("c"))
        .extracting(Message::getText)
        .containsExactlyElementsOf(IntStream.range(0, 60).mapToObj(i -> "message " + i).toList());
  }
}
