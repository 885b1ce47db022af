package dev.membrane.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class GivenTest {

  @Test
  void what_is_given_again_is_known_all_the_while() throws Exception {
    Given<Said> given = new Given<>();
    List<Said> message = List.of(Said.user("hello"));
    CompletableFuture.runAsync(() -> given.put("c", message, List.of(0L), Set.of(0L))).get();
    AtomicBoolean isOver = new AtomicBoolean();
    CompletableFuture<Void> giving =
        CompletableFuture.runAsync(
            () -> {
              while (!isOver.get()) {
                given.put("c", message, List.of(0L), Set.of(0L));
              }
            });
    try {
      for (int i = 0; i < 60_000; i++) {
        assertThat(given.known("c", message).isPresent()).isTrue();
      }
    } finally {
      isOver.set(true);
      giving.get();
    }
  }

  @Test
  void a_message_that_is_held_for_ever_is_not_kept_for_every_conversation() {
    Given<Said> given = new Given<>();
    List<Said> constant = List.of(Said.system("be kind"));
    for (int i = 0; i < 150_000; i++) {
      given.put("c" + i, constant, List.of(0L), Set.of(0L));
    }
    assertThat(given.known("c149998", constant)).isPresent();
    assertThat(given.known("c0", constant)).isEmpty();
  }
}
